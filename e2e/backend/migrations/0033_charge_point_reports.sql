CREATE TABLE "charge_point_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "charge_point_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"charge_point_id" text NOT NULL,
	"message" text NOT NULL,
	"details" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charge_point_reports" ADD CONSTRAINT "charge_point_reports_charge_point_id_charge_points_id_fk" FOREIGN KEY ("charge_point_id") REFERENCES "public"."charge_points"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_point_reports_newest" ON "charge_point_reports" USING btree ("charge_point_id","message","id");--> statement-breakpoint
CREATE INDEX "charge_point_reports_age" ON "charge_point_reports" USING btree ("received_at");