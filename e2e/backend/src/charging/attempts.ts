/** Attempts to start a charge: from the tap until the car charges, or doesn't. */
import { and, eq, gt, inArray, lt, type SQL } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { giveCouponsBack } from '../coupons/use-coupon.ts';
import type { Db } from '../db/database.ts';
import { type AttemptStatus, startAttempts } from '../db/schema.ts';
import { releaseHold } from '../wallet/ledger.ts';

/** How long a driver has to plug in (specification, section 9). */
const PLUG_WAIT_MS = 60_000;
/** What a message may take on its way: a start that arrives so much later was still in time. */
const LATENCY_MS = 3000;
/** A charge point that hasn't answered by then is taken for silent; the call answers within 12 s. */
const ANSWER_MS = 10_000;
export const answerMsOf = ({ options }: Pick<BackendContext, 'options'>) =>
  options.startAnswerMs ?? ANSWER_MS;

/** States from which a charge may still begin. */
export const OPEN: AttemptStatus[] = ['pending', 'accepted'];
export type Attempt = typeof startAttempts.$inferSelect;
/** Attempts for which their connector is kept. */
export const isWaiting = (now: Date) =>
  and(inArray(startAttempts.status, OPEN), gt(startAttempts.deadline, now));

/** Until then the charge point may answer, or begin before it has. */
export const pendingDeadline = (context: Pick<BackendContext, 'options' | 'now'>) =>
  new Date(context.now().getTime() + answerMsOf(context) + LATENCY_MS);

/** The charge point said yes: the wait for the plug begins. False where the attempt is over or has started. */
export async function acceptAttempt({ db, now }: Pick<BackendContext, 'db' | 'now'>, id: number) {
  const deadline = new Date(now().getTime() + PLUG_WAIT_MS + LATENCY_MS);
  const accepted = await db
    .update(startAttempts)
    .set({ status: 'accepted', deadline })
    .where(and(eq(startAttempts.id, id), eq(startAttempts.status, 'pending')))
    .returning({ id: startAttempts.id });
  return accepted.length > 0;
}

/** Ends open attempts and gives their credit and coupons back; answers those that it ended. Started ones are left alone. */
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
    await giveCouponsBack(
      tx,
      ended.map(({ id }) => id),
    );
    for (const { holdId } of ended) if (holdId !== null) await releaseHold(tx, holdId);
    return ended;
  });
}

/** Ends what has waited too long: for the charge point's answer, or for the plug. */
export async function expireAttempts({ db, now }: Pick<BackendContext, 'db' | 'now'>): Promise<void> {
  const late = lt(startAttempts.deadline, now());
  await endAttempts(db, and(eq(startAttempts.status, 'pending'), late), 'failed', 'TimedOut');
  await endAttempts(db, late, 'expired', 'ConnectionTimeOut');
}
