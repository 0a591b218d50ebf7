ALTER TABLE "transactions" ADD COLUMN "exclusions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_points" ADD COLUMN "online_since" timestamp with time zone;