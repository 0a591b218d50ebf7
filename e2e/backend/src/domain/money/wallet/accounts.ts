/** Accounts and transfers of the ledger. No other production code writes entries. */

import type { Db } from '../../../platform/database/database.ts';
import { and, eq, sql } from '../../../platform/database/orm.ts';
import { ONE_ROW } from '../../../platform/database/rows.ts';
import {
  type AccountKind,
  type HouseAccount,
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  type TransferKind,
} from '../../../platform/database/schema.ts';

const HOUSE_USER_ID = 0;
const isOfHouse = (kind: AccountKind): kind is HouseAccount =>
  kind === 'cash' || kind === 'revenue' || kind === 'fees';
const ownerOf = (kind: AccountKind, userId: number) => (isOfHouse(kind) ? HOUSE_USER_ID : userId);

/** Signed cents by account; their sum is zero. */
type Movements = Partial<Record<AccountKind, number>>;

export interface Funds {
  /** Free credit. */
  wallet: number;
  /** Reserved for running charges. */
  held: number;
  /** Zero, or the debt as a negative number. */
  owed: number;
}

/**
 * Locks a user's wallet until the end of the transaction, and returns its funds. Every movement of
 * a user's money starts here, so that none run concurrently.
 */
export async function lockFunds(tx: Db, userId: number): Promise<Funds> {
  const lock = () =>
    tx
      .select({ id: ledgerAccounts.id })
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.kind, 'wallet'), eq(ledgerAccounts.userId, userId)))
      .for('update');
  if ((await lock()).length === 0) {
    await tx.insert(ledgerAccounts).values({ kind: 'wallet', userId }).onConflictDoNothing();
    await lock();
  }
  // Another statement: it sees what was written while the lock was awaited.
  return readFunds(tx, userId);
}

/** Returns the balances of a user's accounts, in cents. */
export async function readFunds(db: Db, userId: number): Promise<Funds> {
  const rows = await db
    .select({ kind: ledgerAccounts.kind, cents: ledgerAccounts.cents })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.userId, userId));
  const funds: Funds = { wallet: 0, held: 0, owed: 0 };
  for (const { kind, cents } of rows)
    if (kind === 'wallet' || kind === 'held' || kind === 'owed') funds[kind] = cents;
  return funds;
}

/**
 * Writes one transfer. Returns false and writes nothing if `reference` has been transferred before.
 * @param movements zero amounts are skipped; the database refuses a sum other than zero
 * @param at by the database's clock if absent
 */
export async function transfer(
  tx: Db,
  kind: TransferKind,
  reference: string,
  userId: number,
  movements: Movements,
  at?: Date,
): Promise<boolean> {
  const moved = (Object.entries(movements) as [AccountKind, number][]).filter(([, cents]) => cents !== 0);
  const owners = moved.map(([account]) => ownerOf(account, userId));
  const columns = [moved.map(([account]) => account), owners, moved.map(([, cents]) => cents)];
  const [kinds, userIds, amounts] = columns.map((values) => sql.param(values));
  const accounts = tx.$with('accounts', { id: ledgerAccounts.id }).as(
    sql`select ${ledgerAccounts.id}, moved.cents
      from unnest(${kinds}::text[], ${userIds}::integer[], ${amounts}::bigint[]) moved (kind, user_id, cents)
      join ${ledgerAccounts} using (kind, user_id)`,
  );
  const known = sql<number>`(select count(*)::integer from ${accounts})`;
  const written = tx.$with('written', { id: ledgerTransfers.id }).as(
    sql`insert into ${ledgerTransfers} (kind, reference, created_at)
      select ${kind}, ${reference}, coalesce(${at?.toISOString() ?? null}::timestamptz, now())
      where ${known} = ${moved.length} on conflict do nothing returning id`,
  );
  const entries = tx.$with('entries', {}).as(
    sql`insert into ${ledgerEntries} (transfer_id, account_id, cents)
      select written.id, accounts.id, accounts.cents from ${written}, ${accounts}`,
  );
  const [result] = await tx
    .with(accounts, written, entries)
    .select({ known, id: sql<number | null>`(select id from ${written})` })
    .from(ONE_ROW);
  if (result?.known === moved.length) return result.id !== null;
  // An account is made by its first movement.
  await tx
    .insert(ledgerAccounts)
    .values(moved.map(([account], index) => ({ kind: account, userId: owners[index] ?? HOUSE_USER_ID })))
    .onConflictDoNothing();
  return transfer(tx, kind, reference, userId, movements, at);
}
