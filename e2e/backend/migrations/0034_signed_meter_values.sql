CREATE TABLE "signed_meter_values" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signed_meter_values_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transaction_id" integer NOT NULL,
	"measured_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"context" text,
	"format" text,
	"public_key" text,
	"data" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signed_meter_values" ADD CONSTRAINT "signed_meter_values_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signed_meter_values_once" ON "signed_meter_values" USING btree ("transaction_id",md5("data"));--> statement-breakpoint
CREATE INDEX "signed_meter_values_age" ON "signed_meter_values" USING btree ("received_at");