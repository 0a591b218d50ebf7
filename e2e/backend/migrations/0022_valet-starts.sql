CREATE TABLE "valet_starts" (
	"attempt_id" integer PRIMARY KEY NOT NULL,
	"queue_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "valet_starts" ADD CONSTRAINT "valet_starts_attempt_id_start_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."start_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "valet_starts" ADD CONSTRAINT "valet_starts_queue_id_valet_queue_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."valet_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "valet_starts_queue" ON "valet_starts" USING btree ("queue_id");