/** Accounts and transfers of the ledger. No other production code writes entries. */

import type { Db } from '../../../platform/database/database.ts';
import { and, eq } from '../../../platform/database/orm.ts';
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
  await tx.insert(ledgerAccounts).values({ kind: 'wallet', userId }).onConflictDoNothing();
  await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, 'wallet'), eq(ledgerAccounts.userId, userId)))
    .for('update');
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
  const [written] = await tx
    .insert(ledgerTransfers)
    .values({ kind, reference, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: ledgerTransfers.id });
  if (!written) return false;
  const moved = Object.entries(movements).filter(([, cents]) => cents !== 0) as [AccountKind, number][];
  for (const [account, cents] of moved) {
    const accountId = await accountOf(tx, account, ownerOf(account, userId));
    await tx.insert(ledgerEntries).values({ transferId: written.id, accountId, cents });
  }
  return true;
}

async function accountOf(tx: Db, kind: AccountKind, userId: number): Promise<number> {
  const where = and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.userId, userId));
  const [found] = await tx.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(where);
  if (found) return found.id;
  await tx.insert(ledgerAccounts).values({ kind, userId }).onConflictDoNothing();
  return accountOf(tx, kind, userId);
}
