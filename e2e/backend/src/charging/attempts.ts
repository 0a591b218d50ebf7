/**
 * Attempts to start a charge: from the driver's request until the charge begins, fails or expires.
 */
import { and, eq, gt, inArray, lt, type SQL } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { releaseCoupons } from '../coupons/use-coupon.ts';
import type { Db } from '../db/database.ts';
import { type AttemptStatus, startAttempts } from '../db/schema.ts';
import { releaseHold } from '../wallet/ledger.ts';

/** Time that a driver has to plug in after the charge point accepts. */
const PLUG_WAIT_MS = 60_000;
/** Allowance for network latency: a message that arrives this much late still counts as on time. */
const LATENCY_MS = 3000;
/** Timeout of a RemoteStartTransaction. Below the app's timeout of 15 s. */
const ANSWER_MS = 10_000;
export const answerMsOf = ({ options }: Pick<BackendContext, 'options'>) =>
  options.startAnswerMs ?? ANSWER_MS;

/** Credit that a start requires and reserves, in cents: R$ 5,00. */
export const MIN_CREDIT = 500;

/** States from which a charge may still begin. */
export const OPEN: AttemptStatus[] = ['pending', 'accepted'];
export type Attempt = typeof startAttempts.$inferSelect;
/** Matches the attempts that still reserve their connector. */
export const isWaiting = (now: Date) =>
  and(inArray(startAttempts.status, OPEN), gt(startAttempts.deadline, now));

/**
 * Returns when a pending attempt expires: until then the charge point may reply or begin the
 * charge.
 */
export const pendingDeadline = (context: Pick<BackendContext, 'options' | 'now'>) =>
  new Date(context.now().getTime() + answerMsOf(context) + LATENCY_MS);

/**
 * Marks a pending attempt as accepted and starts the wait for the plug. Returns false if it isn't
 * pending any more.
 */
export async function acceptAttempt({ db, now }: Pick<BackendContext, 'db' | 'now'>, id: number) {
  const deadline = new Date(now().getTime() + PLUG_WAIT_MS + LATENCY_MS);
  const accepted = await db
    .update(startAttempts)
    .set({ status: 'accepted', deadline })
    .where(and(eq(startAttempts.id, id), eq(startAttempts.status, 'pending')))
    .returning({ id: startAttempts.id });
  return accepted.length > 0;
}

/**
 * Ends open attempts, releases their credit and coupons, and returns them. Started attempts are
 * unaffected.
 */
export function endAttempts(
  db: Db,
  which: SQL | undefined,
  status: 'failed' | 'expired',
  errorCode: string,
): Promise<Attempt[]> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(startAttempts)
      .set({ status, errorCode })
      .where(and(inArray(startAttempts.status, OPEN), which))
      .returning();
    await releaseCoupons(
      tx,
      ended.map(({ id }) => id),
    );
    for (const { holdId } of ended) if (holdId !== null) await releaseHold(tx, holdId);
    return ended;
  });
}

/** Ends the attempts that have waited too long for the charge point's reply or for the plug. */
export async function expireAttempts({ db, now }: Pick<BackendContext, 'db' | 'now'>): Promise<void> {
  const late = lt(startAttempts.deadline, now());
  await endAttempts(db, and(eq(startAttempts.status, 'pending'), late), 'failed', 'TimedOut');
  await endAttempts(db, late, 'expired', 'ConnectionTimeOut');
}
