CREATE INDEX "connectors_plug" ON "connectors" USING btree ("plug","current","charge_point_id");--> statement-breakpoint
CREATE INDEX "site_brands_brand" ON "site_brands" USING btree ("brand_id","site_id");--> statement-breakpoint
CREATE INDEX "sites_free_parking" ON "sites" USING btree ("id") WHERE free_parking;