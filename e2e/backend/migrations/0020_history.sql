CREATE TABLE "meter_values" (
	"transaction_id" integer NOT NULL,
	"sampled_at" timestamp with time zone NOT NULL,
	"wh" bigint,
	"power_w" real,
	"soc" real,
	CONSTRAINT "meter_values_transaction_id_sampled_at_pk" PRIMARY KEY("transaction_id","sampled_at")
) PARTITION BY RANGE ("sampled_at");
--> statement-breakpoint
-- Takes what no month's partition exists for, so that no insert ever fails.
CREATE TABLE "meter_values_default" PARTITION OF "meter_values" DEFAULT;
--> statement-breakpoint
-- Months that are being thinned: unfinished copies, which belong to no table yet.
CREATE SCHEMA "thinning";
--> statement-breakpoint
DROP INDEX "transactions_start";--> statement-breakpoint
DROP INDEX "ledger_accounts_owner";--> statement-breakpoint
DROP INDEX "orders_user";--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A trigger, so that instances of the release before write balances too, while they run beside this one's.
CREATE FUNCTION add_to_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger_accounts SET cents = cents + NEW.cents WHERE id = NEW.account_id AND user_id <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Also waits for transactions that have written entries, and lets no others write until the balances are set.
CREATE TRIGGER ledger_entries_balances AFTER INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION add_to_balance();
--> statement-breakpoint
UPDATE ledger_accounts SET cents = sums.cents
  FROM (SELECT account_id, sum(cents) AS cents FROM ledger_entries GROUP BY account_id) AS sums
  WHERE account_id = ledger_accounts.id AND user_id <> 0;
--> statement-breakpoint
CREATE INDEX "transactions_order" ON "transactions" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_start" ON "transactions" USING btree ("charge_point_id","connector_id","meter_start_wh","charge_point_started_at","id_tag");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_owner" ON "ledger_accounts" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","updated_at");