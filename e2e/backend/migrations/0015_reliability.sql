ALTER TABLE "charge_points" ADD COLUMN "soft_reset_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "start_attempts_connector" ON "start_attempts" USING btree ("charge_point_id","connector_id","created_at");--> statement-breakpoint
CREATE INDEX "transactions_connector" ON "transactions" USING btree ("charge_point_id","connector_id","stopped_at");