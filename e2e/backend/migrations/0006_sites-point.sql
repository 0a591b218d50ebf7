DROP INDEX "sites_lat_lng";--> statement-breakpoint
CREATE INDEX "sites_point" ON "sites" USING gist (point("lng", "lat"));