/**
 * What happens to a guest's charge after it was paid: it starts once, and when nothing more can be billed,
 * what is left goes back. Each step follows from the database, so that after a crash the next round
 * continues.
 */
import { formatBRL } from '@shared/brazil';
import pMap from 'p-map';
import type { Db } from '../../platform/database/database.ts';
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  or,
  type SQL,
} from '../../platform/database/orm.ts';
import {
  authTokens,
  type GuestChargeRow,
  guestCharges,
  startAttempts,
  transactions,
  users,
} from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { OPEN } from '../charging/attempts.ts';
import { openAttempt, rejected, requestStart, startOnce } from '../charging/request-start.ts';
import { readPlan } from '../money/paybacks/read-plan.ts';
import { announcePaybacks, startPlanned } from '../money/paybacks/request-payback.ts';
import { lockFunds } from '../money/wallet/accounts.ts';
import { withUserLock } from '../people/auth/user-lock.ts';
import { sendNotice } from '../people/mails/send-mail.ts';
import { guestReceiptMail } from '../people/mails/templates.ts';
import type { GuestsContext } from './context.ts';
import { SESSION_MS } from './create-charge.ts';
import { guestsWithCredit, readGuestSums } from './guest-sums.ts';

/** A paid charge that hasn't started after this time, for whatever reason, doesn't start any more. */
const START_WITHIN_MS = 2 * MINUTE_MS;
const PER_ROUND = 100;
/** Each may wait for its charge point. */
const AT_ONCE = 20;

const isOpen = and(isNotNull(guestCharges.paidAt), isNull(guestCharges.closedAt));
const attempts = (db: Db, condition?: SQL) =>
  db
    .select({ id: startAttempts.id })
    .from(startAttempts)
    .where(and(eq(startAttempts.userId, guestCharges.userId), condition));

/** Starts the charges that were paid, once each, and closes those that were refused. */
export async function startPaidGuests(
  context: GuestsContext,
  sendCall: SendCall,
  stopped?: AbortSignal,
): Promise<void> {
  const { db, log, now } = context;
  const isFresh = gt(guestCharges.paidAt, addMs(now(), -START_WITHIN_MS));
  const due = await db
    .select({ guest: guestCharges, brandId: users.brandId })
    .from(guestCharges)
    .innerJoin(users, eq(users.id, guestCharges.userId))
    .where(and(isOpen, isFresh, notExists(attempts(db))))
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
      const isStillOpen = (await tx.$count(guestCharges, and(isOpen, eq(guestCharges.userId, userId)))) > 0;
      return isStillOpen ? openAttempt(context, tx, start, target) : { refusal: rejected('TimedOut') };
    });
    return requestStart(context, sendCall, target, opened);
  });
  if (response.status !== 'Accepted') await closeIfOver(context, userId, response.info || response.status);
}

/**
 * Matches the charges of which nothing more can be billed: none runs, and none is to start.
 * @param isRefused whether the start was refused before it opened an attempt
 */
function isOver({ db, now }: Pick<GuestsContext, 'db' | 'now'>, isRefused: boolean) {
  const isRunning = and(eq(transactions.userId, guestCharges.userId), isNull(transactions.stoppedAt));
  const running = db.select({ id: transactions.id }).from(transactions).where(isRunning);
  const isLate = lte(guestCharges.paidAt, addMs(now(), -START_WITHIN_MS));
  const startsNoMore = isRefused ? undefined : or(isLate, exists(attempts(db)));
  const waiting = attempts(db, inArray(startAttempts.status, OPEN));
  return and(isOpen, notExists(running), notExists(waiting), startsNoMore);
}

/** Closes the charges that have ended, failed or never started. */
export async function closeEndedGuests(context: GuestsContext, stopped?: AbortSignal): Promise<void> {
  const { db, log } = context;
  for (const { userId, orderId } of await db.select().from(guestCharges).where(isOver(context, false))) {
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
  const closed = await withUserLock(db, userId, async (tx) => {
    // As the begin of a charge does: either this one sees its transaction, or it finds no credit.
    await lockFunds(tx, userId);
    const isThis = eq(guestCharges.userId, userId);
    const condition = and(isThis, isOver({ ...context, db: tx }, refused !== undefined));
    const [guest] = await tx.select().from(guestCharges).where(condition);
    if (!guest) return undefined;
    const [attempt] = await tx.select().from(startAttempts).where(eq(startAttempts.userId, userId));
    const hasCharge = (await tx.$count(transactions, eq(transactions.userId, userId))) > 0;
    const refusal = hasCharge ? null : (attempt?.errorCode ?? refused ?? 'TimedOut');
    await tx.update(guestCharges).set({ closedAt: now(), refusal }).where(isThis);
    const expiresAt = addMs(now(), SESSION_MS);
    await tx.update(authTokens).set({ expiresAt }).where(eq(authTokens.userId, userId));
    return { guest, refusal, started: await startReturn(context, tx, userId) };
  });
  if (!closed) return;
  const { guest, refusal, started } = closed;
  log.info({ orderId: guest.orderId, refusal }, "a guest's charge is over");
  await announcePaybacks(context, started);
  await mailReceipt(context, guest);
}

/** Gives back what has become credit since: a payback that was rejected, or a bill that was lowered. */
export async function returnGuestCredit(context: GuestsContext, stopped?: AbortSignal): Promise<void> {
  const { db, log } = context;
  for (const { userId, orderId } of await guestsWithCredit(db)) {
    if (stopped?.aborted) return;
    const started = withUserLock(db, userId, async (tx, user) => {
      // An account keeps its credit, which may be its own top-up by now.
      if (!user.isGuest) return [];
      await lockFunds(tx, userId);
      return startReturn(context, tx, userId);
    });
    await started
      .then((paybacks) => announcePaybacks(context, paybacks))
      .catch((error: unknown) => log.error({ err: error, orderId }, "a guest's credit could not go back"));
  }
}

const startReturn = async (context: GuestsContext, tx: Db, userId: number) =>
  startPlanned(context, tx, await readPlan({ ...context, db: tx }, userId));

/** Mails the receipt to a guest who gave an e-mail. A failure is only logged. */
async function mailReceipt(context: GuestsContext, { userId, email }: GuestChargeRow): Promise<void> {
  const [guest] = await context.db.select().from(users).where(eq(users.id, userId));
  if (email === null || !guest) return;
  const { paid, spent } = await readGuestSums(context.db, userId);
  const facts = `Pago: ${formatBRL(paid)}. Recarga: ${formatBRL(spent)}. Devolução por Pix: ${formatBRL(paid - spent)}`;
  await sendNotice(context, { ...guest, email }, (to, brand) => guestReceiptMail(to, brand, facts));
}
