ALTER TABLE "connectors" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "price_periods" ADD COLUMN "valid_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "price_periods" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_key_unique" UNIQUE("key");