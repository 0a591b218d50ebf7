/**
 * The wallet: double entry, append only, integer cents. A charge reserves credit with a hold, which
 * grows with its cost and is settled at the end. Every write runs in one transaction, which
 * may be the caller's, with the user's wallet locked.
 */

import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { asc, eq, sql } from '../../../platform/database/orm.ts';
import { prepareOnce } from '../../../platform/database/prepare-once.ts';
import { one } from '../../../platform/database/rows.ts';
import { holds, type RefundRow, refunds } from '../../../platform/database/schema.ts';
import { isDeleted } from '../../people/auth/deleted.ts';
import {
  type Funds,
  forfeitIfDeleted,
  lockFunds,
  lockWallet,
  readFunds,
  sumOf,
  transfer,
} from './accounts.ts';

/** Returns a user's money as shown: credit, reserved or not, minus debt. May be negative. */
export async function balanceOf(db: Db, userId: number): Promise<{ cents: number; funds: Funds }> {
  const funds = await readFunds(db, userId);
  return { cents: funds.wallet + funds.held + funds.owed, funds };
}

/** Credits a top-up; pays debt first. Returns false if `reference` had been credited before. */
export const topUp = (db: Db, userId: number, cents: number, reference: string, at?: Date) =>
  receive(db, 'topUp', userId, cents, reference, at);

/** Credits a payment that goes back at once. Returns as `topUp`. */
export const topUpWithoutDebt = (tx: Db, userId: number, cents: number, reference: string, at: Date) =>
  transfer(tx, 'topUp', reference, userId, { cash: -cents, wallet: cents }, at);

/** Credits again what the provider reversed and has paid again. Returns as `topUp`. */
export const restoreTopUp = (db: Db, userId: number, cents: number, reference: string, at: Date) =>
  receive(db, 'dispute', userId, cents, reference, at);

function receive(
  db: Db,
  kind: 'topUp' | 'dispute',
  userId: number,
  cents: number,
  reference: string,
  at: Date | undefined,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { owed } = await lockFunds(tx, userId);
    const repaid = Math.min(-owed, cents);
    const movements = { cash: -cents, owed: repaid, wallet: cents - repaid };
    return transfer(tx, kind, reference, userId, movements, at);
  });
}

/**
 * Reverses a top-up, as its provider did: debits the free credit, and the rest becomes debt. The
 * operator bears it if the account is deleted. Credit that is reserved for a charge stays reserved.
 */
export function takeBack(db: Db, userId: number, cents: number, reference: string, at: Date) {
  return inTransaction(db, async (tx) => {
    const { wallet } = await lockFunds(tx, userId);
    if (await isDeleted(tx, userId))
      return transfer(tx, 'dispute', reference, userId, { cash: cents, revenue: -cents }, at);
    const taken = Math.min(wallet, cents);
    const movements = { cash: cents, wallet: -taken, owed: taken - cents };
    return transfer(tx, 'dispute', reference, userId, movements, at);
  });
}

interface HoldOptions {
  /** The least that is reserved; `cents` by default. */
  least?: number;
  /** When it is reserved; by the database's clock by default. */
  at?: Date;
}

const holdStatement = prepareOnce((db) =>
  db
    .insert(holds)
    .values({
      userId: sql.placeholder('userId'),
      cents: sql.placeholder('reserved'),
      createdAt: sql`coalesce(${sql.placeholder('at')}::timestamptz, now())`,
    })
    .returning({ id: holds.id })
    .prepare('open_hold'),
);

/** Credit that a start requires and reserves, unless the price is free; in cents: R$ 5,00. */
export const MIN_CREDIT = 500;

/**
 * Reserves credit: all that is free if it is less than `cents`, but at least `least`.
 * @returns the hold's id, or undefined if the free credit is less than `least`
 */
export function openHold(
  db: Db,
  userId: number,
  cents: number,
  { least = cents, at }: HoldOptions = {},
): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const wallet = await lockWallet(tx, userId);
    if (wallet < least) return undefined;
    const reserved = Math.min(wallet, cents);
    const { id } = one(await holdStatement(tx).execute({ userId, reserved, at: at?.toISOString() ?? null }));
    await transfer(tx, 'hold', `hold:${id}`, userId, { wallet: -reserved, held: reserved });
    return id;
  });
}

/**
 * Grows an open hold to `cents` in total; a larger hold stays.
 * @returns false if the free credit isn't enough (the hold stays unchanged) or the hold is settled
 */
export function increaseHold(db: Db, holdId: number, cents: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { hold, funds } = await lockHold(tx, holdId);
    if (hold.settledAt) return false;
    const more = cents - hold.cents;
    if (more <= 0) return true;
    if (funds.wallet < more) return false;
    await tx.update(holds).set({ cents }).where(eq(holds.id, holdId));
    await transfer(tx, 'hold', `hold:${holdId}:${cents}`, hold.userId, { wallet: -more, held: more });
    return true;
  });
}

interface Settlement {
  /** Cents paid from hold and wallet. */
  paid: number;
  /** Cents that the credit didn't cover; taken from the next top-up or released hold. */
  owed: number;
}

/**
 * Ends a hold: pays `billCents` from it, then from the free credit, and records the rest as debt.
 * Remaining credit pays earlier debt, then is free again. A second settlement, of any amount,
 * changes nothing and returns undefined.
 */
export function settle(db: Db, holdId: number, billCents: number): Promise<Settlement | undefined> {
  return inTransaction(db, async (tx) => {
    const { hold, funds } = await lockHold(tx, holdId);
    if (hold.settledAt) return undefined;
    const left = hold.cents + funds.wallet - billCents;
    const owed = Math.max(0, -left);
    const repaid = Math.min(-funds.owed, Math.max(0, left));
    await tx.update(holds).set({ billedCents: billCents, settledAt: sql`now()` }).where(eq(holds.id, holdId));
    await transfer(tx, 'settle', `settle:${holdId}`, hold.userId, {
      held: -hold.cents,
      wallet: hold.cents - (billCents - owed) - repaid,
      owed: repaid - owed,
      revenue: billCents,
    });
    return { paid: billCents - owed, owed };
  });
}

/**
 * Replaces the bill of a settled hold: an increase is paid from the free credit and the rest
 * becomes debt; a decrease repays debt, and the rest becomes credit. A decrease first counts as
 * what refunds of the bill have already given back, so that nothing is given back twice. Another
 * correction of the same hold and cause changes nothing.
 * @param cause `anew`: a stop of a charge that the server had closed; `fault`: a fault that explains the stop
 */
export function correctSettlement(
  db: Db,
  holdId: number,
  billCents: number,
  cause: 'anew' | 'fault' = 'anew',
): Promise<void> {
  const reference = `settle:${holdId}:${cause}`;
  return inTransaction(db, async (tx) => {
    const { hold, funds } = await lockHold(tx, holdId);
    if (hold.billedCents === null) throw new Error(`hold ${holdId} isn't settled`);
    const known = await refundsOf(tx, holdId);
    const refunded = sumOf(known);
    const stillRefunded = Math.max(0, refunded - Math.max(0, hold.billedCents - billCents));
    const more = billCents - stillRefunded - (hold.billedCents - refunded);
    const owed = more > 0 ? Math.max(0, more - funds.wallet) : Math.max(more, funds.owed);
    const movements = { wallet: owed - more, owed: -owed, revenue: more };
    if (!(await transfer(tx, 'settle', reference, hold.userId, movements))) return;
    await tx.update(holds).set({ billedCents: billCents }).where(eq(holds.id, holdId));
    await reduceRefunds(tx, known, refunded - stillRefunded);
    await forfeitIfDeleted(tx, hold.userId, reference);
  });
}

/** Reduces refunds of a bill that a correction has rewritten, by `cents` in total, oldest first. */
async function reduceRefunds(tx: Db, known: readonly RefundRow[], cents: number): Promise<void> {
  let left = cents;
  for (const refund of known) {
    const replaced = Math.min(refund.cents, left);
    left -= replaced;
    await tx
      .update(refunds)
      .set({ cents: refund.cents - replaced, lines: null })
      .where(eq(refunds.id, refund.id));
  }
}

/**
 * Gives part of a settled bill back: repays debt, and the rest becomes credit, or revenue if the
 * account is deleted.
 * @returns the refund, or undefined if less than its amount remains paid (the hold's bill minus its
 * refunds)
 */
export function refundBill(
  db: Db,
  { cents, ...refund }: Omit<typeof refunds.$inferInsert, 'givenCents'>,
): Promise<RefundRow | undefined> {
  return inTransaction(db, async (tx) => {
    const { hold, funds } = await lockHold(tx, refund.holdId);
    const left = (hold.billedCents ?? 0) - sumOf(await refundsOf(tx, refund.holdId));
    if (cents <= 0 || cents > left) return undefined;
    const given = one(
      await tx
        .insert(refunds)
        .values({ ...refund, cents, givenCents: cents })
        .returning(),
    );
    const reference = `refund:${given.id}`;
    const repaid = Math.min(-funds.owed, cents);
    const movements = { revenue: -cents, owed: repaid, wallet: cents - repaid };
    await transfer(tx, 'refund', reference, hold.userId, movements);
    await forfeitIfDeleted(tx, hold.userId, reference);
    return given;
  });
}

const refundsOf = (tx: Db, holdId: number) =>
  tx.select().from(refunds).where(eq(refunds.holdId, holdId)).orderBy(asc(refunds.id));

/** Releases a hold in full: the charge didn't start. */
export const releaseHold = (db: Db, holdId: number) => settle(db, holdId, 0);

async function lockHold(tx: Db, holdId: number) {
  const [found] = await tx.select({ userId: holds.userId }).from(holds).where(eq(holds.id, holdId));
  if (!found) throw new Error(`no hold ${holdId}`);
  const funds = await lockFunds(tx, found.userId);
  // Read again: the hold may have been settled while this transaction waited for the lock.
  const [hold] = await tx.select().from(holds).where(eq(holds.id, holdId));
  if (!hold) throw new Error(`no hold ${holdId}`);
  return { hold, funds };
}
