CREATE TABLE "payment_customers" (
	"user_id" integer NOT NULL,
	"account" text NOT NULL,
	"customer_id" text NOT NULL,
	CONSTRAINT "payment_customers_user_id_account_pk" PRIMARY KEY("user_id","account")
);
--> statement-breakpoint
DROP INDEX "orders_open";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "txid" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "requested_cents" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "next_look_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_to_look_up" ON "orders" USING btree ("created_at") WHERE "orders"."next_look_up_at" is not null or "orders"."state" in ('pending', 'captured');--> statement-breakpoint
CREATE INDEX "orders_invoice" ON "orders" USING btree ("invoice_id") WHERE "orders"."invoice_id" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_txid_unique" UNIQUE("txid");--> statement-breakpoint
UPDATE "orders" SET "next_look_up_at" = now() WHERE "state" = 'canceled' AND "created_at" > now() - interval '90 days';
