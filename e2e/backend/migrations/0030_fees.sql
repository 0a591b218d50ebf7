ALTER TABLE "stand_in_charges" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "stand_in_charges" CASCADE;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_cents" bigint;--> statement-breakpoint
CREATE INDEX "ledger_transfers_at_provider" ON "ledger_transfers" USING btree ("created_at") WHERE "ledger_transfers"."kind" in ('topUp', 'dispute', 'payback', 'fee');