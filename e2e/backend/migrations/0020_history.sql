CREATE TABLE "meter_values" (
	"transaction_id" integer NOT NULL,
	"sampled_at" timestamp with time zone NOT NULL,
	"wh" bigint,
	"power_w" real,
	"soc" real,
	CONSTRAINT "meter_values_transaction_id_sampled_at_pk" PRIMARY KEY("transaction_id","sampled_at")
) PARTITION BY RANGE ("sampled_at");
--> statement-breakpoint
-- Takes what no month's partition exists for, so that no insert ever fails.
CREATE TABLE "meter_values_default" PARTITION OF "meter_values" DEFAULT;
--> statement-breakpoint
-- Months that are being thinned: unfinished copies, which belong to no table yet.
CREATE SCHEMA "thinning";
