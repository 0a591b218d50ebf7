ALTER TABLE "id_tags" DROP CONSTRAINT "id_tags_id_unique";--> statement-breakpoint
ALTER TABLE "id_tags" DROP CONSTRAINT "id_tags_pkey";--> statement-breakpoint
ALTER TABLE "id_tags" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "charge_points" ADD COLUMN "preparing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "id_tags" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "id_tags" ADD COLUMN "linked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "id_tags" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "id_tags_tag" ON "id_tags" USING btree ("tag") WHERE ended_at is null;