/** Attempts to start a charge: from the request until the charge begins, fails or expires. */

import { PLUG_WAIT_MS } from '@shared/charging/plug-wait';
import type { Db } from '../../platform/database/database.ts';
import {
  and,
  eq,
  gt,
  inArray,
  lt,
  ne,
  type Placeholder,
  type SQL,
  sql,
} from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import { type AttemptRow, type AttemptStatus, startAttempts } from '../../platform/database/schema.ts';
import { addMs } from '../../platform/time.ts';
import { releaseCoupons } from '../money/coupons/use-coupon.ts';
import { releaseHold } from '../money/wallet/ledger.ts';
import type { ChargingContext } from './context.ts';

type Context = Pick<ChargingContext, 'db' | 'options' | 'now'>;

/** States from which a charge may still begin. */
export const OPEN: AttemptStatus[] = ['pending', 'accepted'];
/** Matches the attempts that still reserve their connector. */
export const isWaiting = (now: Date | Placeholder) =>
  and(inArray(startAttempts.status, OPEN), gt(startAttempts.deadline, now));

/** Returns the charge point's deadline to reply to a pending attempt or begin its charge. */
export const pendingDeadline = ({ options, now }: Pick<Context, 'options' | 'now'>) =>
  addMs(now(), options.startTimeoutMs + options.latencyMs);

const acceptStatement = prepareOnce((db) =>
  db
    .update(startAttempts)
    .set({ status: 'accepted', deadline: sql`${sql.placeholder('deadline')}::timestamptz` })
    .where(and(eq(startAttempts.id, sql.placeholder('id')), eq(startAttempts.status, 'pending')))
    .returning()
    .prepare('accept_attempt'),
);

/** Starts an accepted attempt's wait for the plug, and returns it. Undefined if it is no longer pending. */
export async function acceptAttempt({ db, options, now }: Context, id: number) {
  const deadline = addMs(now(), PLUG_WAIT_MS + options.latencyMs);
  const [accepted] = await acceptStatement(db).execute({ id, deadline: deadline.toISOString() });
  return accepted;
}

/** Returns when an accepted attempt's wait for the plug ends for the user. */
export const plugWaitEnd = (
  { options }: Pick<Context, 'options'>,
  { deadline }: Pick<AttemptRow, 'deadline'>,
) => addMs(deadline, -options.latencyMs);

/**
 * Returns whether an attempt's driver expects a charge that begins at `at`. Without a reply to the
 * start, the charge point may have accepted it and wait for the plug. A charge may also begin after
 * its connector has reported a problem.
 */
export function isWanted({ status, errorCode, deadline }: AttemptRow, at: Date): boolean {
  if (errorCode === 'Cancelled' || errorCode === 'Rejected') return false;
  const isUnanswered = status === 'pending' || errorCode === 'TimedOut';
  return at <= (isUnanswered ? addMs(deadline, PLUG_WAIT_MS) : deadline);
}

/** Ends open attempts that haven't started, releases their credit and coupons, and returns them. */
export function endAttempts(db: Db, which: SQL | undefined, status: 'failed' | 'expired', errorCode: string) {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(startAttempts)
      .set({ status, errorCode })
      .where(and(inArray(startAttempts.status, OPEN), which))
      .returning();
    const ids = ended.map(({ id }) => id);
    await releaseCoupons(tx, ids);
    for (const { holdId } of ended) if (holdId !== null) await releaseHold(tx, holdId);
    return ended;
  });
}

/**
 * Fails the attempts that wait at a connector, and notifies their drivers.
 * @param exceptOf id of the user whose attempts stay open
 */
export async function failAttempts(
  { db, bus }: Pick<ChargingContext, 'db' | 'bus'>,
  here: ConnectorKey,
  errorCode: string,
  exceptOf?: number,
): Promise<void> {
  const ofOthers = exceptOf === undefined ? undefined : ne(startAttempts.userId, exceptOf);
  const which = and(isAt(startAttempts, here), ofOthers);
  for (const { userId, id } of await endAttempts(db, which, 'failed', errorCode))
    await bus.publish({ kind: 'startError', userId, ...here, errorCode, attemptId: id });
}

/** Ends the attempts that have waited too long for the charge point's reply or for the plug. */
export async function expireAttempts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const late = lt(startAttempts.deadline, now());
  // Almost always there is none: this runs every second, and two transactions would be six statements.
  if ((await db.$count(startAttempts, and(inArray(startAttempts.status, OPEN), late))) === 0) return;
  await endAttempts(db, and(eq(startAttempts.status, 'pending'), late), 'failed', 'TimedOut');
  await endAttempts(db, late, 'expired', 'ConnectionTimeOut');
}
