/** Accounts and transfers of the ledger. No other production code writes entries. */

import type { Db } from '../../../platform/database/database.ts';
import { and, eq, inArray, sql } from '../../../platform/database/orm.ts';
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
  const accounts = await accountsOf(
    tx,
    moved.map(([kind]) => ({ kind, userId: ownerOf(kind, userId) })),
  );
  const written = tx
    .$with('written')
    .as(
      tx
        .insert(ledgerTransfers)
        .values({ kind, reference, createdAt: at })
        .onConflictDoNothing()
        .returning({ id: ledgerTransfers.id }),
    );
  const cents = moved.map(([, amount]) => amount);
  const entries = tx.$with('entries', {}).as(
    sql`insert into ${ledgerEntries} (transfer_id, account_id, cents)
        select ${written.id}, moved.* from ${written}, unnest(${sql.param(accounts)}::integer[], ${sql.param(cents)}::bigint[]) moved`,
  );
  const transfers = await tx.with(written, entries).select({ id: written.id }).from(written);
  return transfers.length > 0;
}

interface Account {
  kind: AccountKind;
  userId: number;
}

/** Returns the ids of accounts, in the same order. */
async function accountsOf(tx: Db, wanted: Account[]): Promise<number[]> {
  const owners = [...new Set(wanted.map(({ userId }) => userId))];
  const known = await tx
    .select({ id: ledgerAccounts.id, kind: ledgerAccounts.kind, userId: ledgerAccounts.userId })
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.userId, owners));
  const idOf = ({ kind, userId }: Account) =>
    known.find((account) => account.kind === kind && account.userId === userId)?.id;
  const missing = wanted.filter((account) => idOf(account) === undefined);
  if (missing.length === 0) return wanted.flatMap((account) => idOf(account) ?? []);
  await tx.insert(ledgerAccounts).values(missing).onConflictDoNothing();
  return accountsOf(tx, wanted);
}
