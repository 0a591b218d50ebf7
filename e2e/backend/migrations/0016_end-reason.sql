ALTER TABLE "transactions" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "stop_requested_by" text;