ALTER TABLE "withdrawn_versions" DROP CONSTRAINT "withdrawn_versions_remote_version_pk";--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "releases" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawn_versions" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "withdrawn_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "withdrawn_versions" ADD COLUMN "by" text;--> statement-breakpoint
ALTER TABLE "withdrawn_versions" ADD COLUMN "figures" jsonb;--> statement-breakpoint
ALTER TABLE "withdrawn_versions" ADD COLUMN "reinstated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawn_versions" ADD COLUMN "reinstated_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawn_versions_version" ON "withdrawn_versions" USING btree ("remote","version") WHERE reinstated_at is null;