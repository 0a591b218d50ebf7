CREATE TABLE "station_transactions" (
	"charge_point_id" text NOT NULL,
	"id" text NOT NULL,
	"state" jsonb NOT NULL,
	"end_due_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "station_transactions_charge_point_id_id_pk" PRIMARY KEY("charge_point_id","id")
);
--> statement-breakpoint
DROP INDEX "transactions_start";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "station_transaction_id" text;--> statement-breakpoint
ALTER TABLE "connectors" ADD COLUMN "evse_id" integer;--> statement-breakpoint
ALTER TABLE "connectors" ADD COLUMN "evse_connector_id" integer;--> statement-breakpoint
CREATE INDEX "station_transactions_due" ON "station_transactions" USING btree ("end_due_at") WHERE "station_transactions"."end_due_at" is not null;--> statement-breakpoint
CREATE INDEX "station_transactions_updated" ON "station_transactions" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_station" ON "transactions" USING btree ("charge_point_id","station_transaction_id") WHERE "transactions"."station_transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_start" ON "transactions" USING btree ("charge_point_id","connector_id","meter_start_wh","charge_point_started_at","id_tag",coalesce("station_transaction_id", ''));