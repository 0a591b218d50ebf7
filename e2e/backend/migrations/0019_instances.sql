CREATE TABLE "instances" (
	"id" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"shared" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "charge_points" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "charge_points" ADD COLUMN "epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_points" ADD COLUMN "offline_due_at" timestamp with time zone;--> statement-breakpoint
-- The instance of each connection is recorded from now on.
UPDATE "charge_points" SET "online" = false;--> statement-breakpoint
CREATE INDEX "charge_points_owner" ON "charge_points" USING btree ("owner") WHERE owner is not null;--> statement-breakpoint
CREATE INDEX "charge_points_offline_due" ON "charge_points" USING btree ("offline_due_at") WHERE offline_due_at is not null;