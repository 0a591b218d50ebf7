CREATE TABLE "unknown_stops" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unknown_stops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"charge_point_id" text NOT NULL,
	"transaction_id" integer NOT NULL,
	"id_tag" text,
	"meter_stop_wh" bigint NOT NULL,
	"stopped_at" timestamp with time zone NOT NULL,
	"reason" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "sampled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "stop_wanted_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "unknown_stops_once" ON "unknown_stops" USING btree ("charge_point_id","transaction_id","meter_stop_wh","stopped_at");