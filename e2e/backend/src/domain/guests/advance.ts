/**
 * What happens to a guest's charge after it was paid: it starts once, and when nothing more can be billed,
 * what is left goes back. Each step follows from the database, so that after a crash the next round
 * continues.
 */
import pMap from 'p-map';
import type { Db } from '../../platform/database/database.ts';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  notExists,
} from '../../platform/database/orm.ts';
import {
  authTokens,
  type GuestChargeRow,
  guestCharges,
  ledgerAccounts,
  type PaybackRow,
  startAttempts,
  transactions,
  users,
} from '../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { OPEN } from '../charging/attempts.ts';
import { openAttempt, rejected, requestStart, startOnce } from '../charging/start-attempt.ts';
import { readPlan } from '../money/paybacks/read-plan.ts';
import { announcePaybacks, startPlanned } from '../money/paybacks/request-payback.ts';
import { lockFunds } from '../money/wallet/accounts.ts';
import { lockUser, withUserLock } from '../people/auth/user-lock.ts';
import type { GuestsContext } from './context.ts';
import { SESSION_MS } from './create-charge.ts';
import { mailReceipt } from './mail-receipt.ts';

/** A paid charge that hasn't started after this time, for whatever reason, doesn't start any more. */
const START_WITHIN_MS = 2 * MINUTE_MS;
/** How long credit that couldn't go back is tried again, in ms: providers refuse it after 90 days. */
const RETURNED_MS = 90 * DAY_MS;
const PER_ROUND = 100;
/** Each may wait for its charge point. */
const AT_ONCE = 20;

const isOpen = and(isNotNull(guestCharges.paidAt), isNull(guestCharges.closedAt));

/** Starts the charges that were paid, once each, and closes those that were refused. */
export async function startPaidGuests(
  context: GuestsContext,
  sendCall: SendCall,
  stopped?: AbortSignal,
): Promise<void> {
  const { db, log, now } = context;
  const attempts = db
    .select({ id: startAttempts.id })
    .from(startAttempts)
    .where(eq(startAttempts.userId, guestCharges.userId));
  const due = await db
    .select({ guest: guestCharges, brandId: users.brandId })
    .from(guestCharges)
    .innerJoin(users, eq(users.id, guestCharges.userId))
    .where(and(isOpen, gt(guestCharges.paidAt, addMs(now(), -START_WITHIN_MS)), notExists(attempts)))
    .orderBy(asc(guestCharges.paidAt))
    .limit(PER_ROUND);
  const start = async ({ guest, brandId }: (typeof due)[number]) => {
    if (stopped?.aborted) return;
    await startGuest(context, sendCall, guest, brandId).catch((error: unknown) =>
      log.error({ err: error, orderId: guest.orderId }, "a guest's charge could not be started"),
    );
  };
  await pMap(due, start, { concurrency: AT_ONCE });
}

async function startGuest(
  context: GuestsContext,
  sendCall: SendCall,
  { userId, orderId, chargePointId, connectorId }: GuestChargeRow,
  brandId: number,
): Promise<void> {
  const driver = { id: userId, brandId };
  const target = { chargePointId, connectorId, vehicleId: null };
  const start = { driver, key: `guest:${orderId}`, limit: 'starts', request: target } as const;
  const response = await startOnce(context, start, async () => {
    const opened = await withUserLock(context.db, userId, async (tx) => {
      const closed = { refusal: rejected('TimedOut') };
      return (await isStillOpen(tx, userId)) ? openAttempt(context, tx, start, target) : closed;
    });
    return requestStart(context, sendCall, target, opened);
  });
  if (response.status !== 'Accepted') await closeIfOver(context, userId, response.info || response.status);
}

const isStillOpen = async (tx: Db, userId: number) =>
  (await tx.$count(guestCharges, and(isOpen, eq(guestCharges.userId, userId)))) === 1;

/** Closes the charges that have ended, failed or never started. */
export async function closeEndedGuests(context: GuestsContext, stopped?: AbortSignal): Promise<void> {
  const { db, log } = context;
  for (const { userId, orderId } of await db.select().from(guestCharges).where(isOpen)) {
    if (stopped?.aborted) return;
    await closeIfOver(context, userId).catch((error: unknown) =>
      log.error({ err: error, orderId }, "a guest's charge could not be closed"),
    );
  }
}

/**
 * Closes a charge of which nothing more can be billed, and starts to give back what is left. From then
 * on a charge that begins late finds no credit, and is stopped.
 * @param refused the code of a start that opened no attempt
 */
async function closeIfOver(context: GuestsContext, userId: number, refused?: string): Promise<void> {
  const { db, log, now } = context;
  const closed = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    // As the begin of a charge does: either this one sees its transaction, or it finds no credit.
    await lockFunds(tx, userId);
    const isThis = eq(guestCharges.userId, userId);
    const [guest] = await tx.select().from(guestCharges).where(and(isThis, isOpen));
    if (!guest) return undefined;
    const [attempt] = await tx
      .select()
      .from(startAttempts)
      .where(eq(startAttempts.userId, userId))
      .orderBy(desc(startAttempts.id))
      .limit(1);
    const charges = await tx.select().from(transactions).where(eq(transactions.userId, userId));
    const isRunning = charges.some(({ stoppedAt }) => stoppedAt === null);
    const mayStart = attempt
      ? OPEN.includes(attempt.status)
      : refused === undefined && guest.paidAt !== null && guest.paidAt > addMs(now(), -START_WITHIN_MS);
    if (isRunning || mayStart) return undefined;
    const refusal = charges.length > 0 ? null : (attempt?.errorCode ?? refused ?? 'TimedOut');
    await tx.update(guestCharges).set({ closedAt: now(), refusal }).where(isThis);
    await tx
      .update(authTokens)
      .set({ expiresAt: addMs(now(), SESSION_MS) })
      .where(eq(authTokens.userId, userId));
    const started = await startPlanned(context, tx, await readPlan({ ...context, db: tx }, userId));
    return { guest, refusal, started };
  });
  if (!closed) return;
  const { guest, refusal, started } = closed;
  log.info({ orderId: guest.orderId, refusal }, "a guest's charge is over");
  await announcePaybacks(context, started);
  await mailReceipt(context, guest);
}

/** Gives back what has become credit since: a payback that was rejected, or a bill that was lowered. */
export async function returnGuestCredit(context: GuestsContext, stopped?: AbortSignal): Promise<void> {
  const { db, log, now } = context;
  const isReturnable = and(
    eq(users.isGuest, true),
    gt(guestCharges.closedAt, addMs(now(), -RETURNED_MS)),
    eq(ledgerAccounts.kind, 'wallet'),
    gt(ledgerAccounts.cents, 0),
  );
  const due = await db
    .select(getTableColumns(guestCharges))
    .from(guestCharges)
    .innerJoin(users, eq(users.id, guestCharges.userId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.userId, guestCharges.userId))
    .where(isReturnable);
  for (const { userId, orderId } of due) {
    if (stopped?.aborted) return;
    await returnCredit(context, userId).catch((error: unknown) =>
      log.error({ err: error, orderId }, "a guest's credit could not go back"),
    );
  }
}

async function returnCredit(context: GuestsContext, userId: number): Promise<void> {
  const started = await withUserLock(context.db, userId, async (tx, user): Promise<PaybackRow[]> => {
    // An account keeps its credit, which may be its own top-up by now.
    if (!user.isGuest) return [];
    await lockFunds(tx, userId);
    return startPlanned(context, tx, await readPlan({ ...context, db: tx }, userId));
  });
  await announcePaybacks(context, started);
}
