ALTER TABLE "idempotency_answers" DROP COLUMN "status";--> statement-breakpoint
ALTER TABLE "start_attempts" DROP COLUMN "content_hash";--> statement-breakpoint
ALTER TABLE "start_attempts" DROP COLUMN "answer";