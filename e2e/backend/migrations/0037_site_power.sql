CREATE TABLE "connector_power" (
	"charge_point_id" text NOT NULL,
	"connector_id" integer NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "connector_power_charge_point_id_connector_id_pk" PRIMARY KEY("charge_point_id","connector_id")
);
--> statement-breakpoint
ALTER TABLE "charge_points" ADD COLUMN "power_group" text;--> statement-breakpoint
ALTER TABLE "connectors" ADD COLUMN "min_power_kw" real;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "max_power_kw" real;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "power_groups" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "power_policy" text DEFAULT 'fair' NOT NULL;--> statement-breakpoint
ALTER TABLE "connector_power" ADD CONSTRAINT "connector_power_charge_point_id_connector_id_connectors_charge_point_id_connector_id_fk" FOREIGN KEY ("charge_point_id","connector_id") REFERENCES "public"."connectors"("charge_point_id","connector_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sites_limited" ON "sites" USING btree ("id") WHERE max_power_kw is not null;