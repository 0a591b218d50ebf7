DROP INDEX "transactions_start";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "charge_point_started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "charge_point_stopped_at" timestamp with time zone;--> statement-breakpoint
UPDATE "transactions" SET "charge_point_started_at" = "started_at", "charge_point_stopped_at" = "stopped_at";--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "charge_point_started_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "stop_retry_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charge_points" ADD COLUMN "configuration" jsonb;--> statement-breakpoint
CREATE INDEX "id_tags_upper" ON "id_tags" USING btree (upper("tag"));--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_start" ON "transactions" USING btree ("charge_point_id","connector_id","id_tag","meter_start_wh","charge_point_started_at");