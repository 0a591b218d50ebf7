/** Accounts and transfers of the ledger. No other production code writes entries. */

import type { Db } from '../../../platform/database/database.ts';
import { and, eq, sql } from '../../../platform/database/orm.ts';
import { prepareOnce } from '../../../platform/database/prepare-once.ts';
import { ONE_ROW } from '../../../platform/database/rows.ts';
import {
  type AccountKind,
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  type TransferKind,
} from '../../../platform/database/schema.ts';
import { isDeleted } from '../../people/auth/deleted.ts';

const HOUSE_USER_ID = 0;
const HOUSE_ACCOUNTS: ReadonlySet<AccountKind> = new Set(['cash', 'revenue', 'fees']);
const ownerOf = (kind: AccountKind, userId: number) => (HOUSE_ACCOUNTS.has(kind) ? HOUSE_USER_ID : userId);

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

export const sumOf = (amounts: readonly { cents: number }[]) =>
  amounts.reduce((sum, { cents }) => sum + cents, 0);

const given = sql.placeholder;

const lockStatement = prepareOnce((db) =>
  db
    .select({ cents: ledgerAccounts.cents })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, 'wallet'), eq(ledgerAccounts.userId, given('userId'))))
    .for('update')
    .prepare('lock_wallet'),
);

/**
 * Locks a user's wallet until the end of the transaction, and returns its free credit in cents. Every
 * movement of a user's money starts here, so that none run concurrently.
 */
export async function lockWallet(tx: Db, userId: number): Promise<number> {
  const [wallet] = await lockStatement(tx).execute({ userId });
  if (wallet) return wallet.cents;
  await tx.insert(ledgerAccounts).values({ kind: 'wallet', userId }).onConflictDoNothing();
  return lockWallet(tx, userId);
}

/** Like `lockWallet`, and returns all of the user's funds. */
export async function lockFunds(tx: Db, userId: number): Promise<Funds> {
  await lockWallet(tx, userId);
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

const transferStatement = prepareOnce((db) => {
  const accounts = db.$with('accounts', { id: ledgerAccounts.id }).as(
    sql`select ${ledgerAccounts.id}, moved.cents
      from unnest(${given('kinds')}::text[], ${given('owners')}::integer[], ${given('amounts')}::bigint[])
        moved (kind, user_id, cents)
      join ${ledgerAccounts} using (kind, user_id)`,
  );
  const known = sql<number>`(select count(*)::integer from ${accounts})`;
  const written = db.$with('written', { id: ledgerTransfers.id }).as(
    sql`insert into ${ledgerTransfers} (kind, reference, created_at)
      select ${given('kind')}, ${given('reference')}, coalesce(${given('at')}::timestamptz, now())
      where ${known} = ${given('count')} on conflict do nothing returning id`,
  );
  const entries = db.$with('entries', {}).as(
    sql`insert into ${ledgerEntries} (transfer_id, account_id, cents)
      select written.id, accounts.id, accounts.cents from ${written}, ${accounts}`,
  );
  return db
    .with(accounts, written, entries)
    .select({ known, id: sql<number | null>`(select id from ${written})` })
    .from(ONE_ROW)
    .prepare('transfer');
});

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
  const [result] = await transferStatement(tx).execute({
    kind,
    reference,
    at: at?.toISOString() ?? null,
    count: moved.length,
    kinds: moved.map(([account]) => account),
    owners,
    amounts: moved.map(([, cents]) => cents),
  });
  if (result?.known === moved.length) return result.id !== null;
  // An account is made by its first movement.
  await tx
    .insert(ledgerAccounts)
    .values(moved.map(([account], index) => ({ kind: account, userId: owners[index] ?? HOUSE_USER_ID })))
    .onConflictDoNothing();
  return transfer(tx, kind, reference, userId, movements, at);
}

/**
 * Transfers all free credit of an account that is being deleted, which can't be recovered, to revenue, once
 * per `reference`.
 */
export async function forfeit(tx: Db, userId: number, reference: string): Promise<void> {
  const { wallet } = await lockFunds(tx, userId);
  await transfer(tx, 'forfeit', `forfeit:${reference}`, userId, { wallet: -wallet, revenue: wallet });
}

/**
 * Transfers credit that arrived after the deletion to revenue, in the transaction that credited it
 * and has locked the wallet. Returns whether the account is deleted.
 */
export async function forfeitIfDeleted(tx: Db, userId: number, reference: string): Promise<boolean> {
  const deleted = await isDeleted(tx, userId);
  if (deleted) await forfeit(tx, userId, reference);
  return deleted;
}
