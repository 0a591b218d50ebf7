ALTER TABLE "transactions" ADD COLUMN "reviewed_reason" text;--> statement-breakpoint
ALTER TABLE "unknown_stops" ADD COLUMN "reviewed_at" timestamp with time zone;