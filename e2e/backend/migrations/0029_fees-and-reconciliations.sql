CREATE TABLE "reconciliations" (
	"day" text PRIMARY KEY NOT NULL,
	"differences" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_cents" bigint;--> statement-breakpoint
CREATE INDEX "ledger_transfers_at_provider" ON "ledger_transfers" USING btree ("created_at") WHERE "ledger_transfers"."kind" in ('topUp', 'dispute', 'fee');