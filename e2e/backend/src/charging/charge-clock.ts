/**
 * Converts charge points' times to the server's clock, which decides what drivers see and pay: a
 * charge point's clock may be wrong, and may be set during a charge.
 */

import type { Db } from '../db/database.ts';
import { eq } from '../db/orm.ts';
import { startAttempts, type TransactionRow } from '../db/schema.ts';
import { addMs, MINUTE_MS } from '../time.ts';

/** Charge points adjust their clock by seconds, and may take samples before the charge starts. */
const TOLERANCE_MS = MINUTE_MS;

/** Returns the latest possible time of a charge's events: a charge begins after its attempt. */
export async function readLatestTime(db: Db, { startedAt, attemptId }: TransactionRow, now: Date) {
  const [attempt] = await db
    .select({ createdAt: startAttempts.createdAt })
    .from(startAttempts)
    .where(eq(startAttempts.id, attemptId ?? -1));
  const elapsed = now.getTime() - (attempt?.createdAt ?? startedAt).getTime();
  return addMs(startedAt, Math.max(0, elapsed));
}

/**
 * Converts the time of a charge point's event to the server's clock: the time since the start is
 * the same by both clocks. If the reported time is more than a minute before the start, the clock
 * was set back in the meantime, and `whenSet` is returned.
 */
export function toServerTime(
  { startedAt, chargePointStartedAt }: Pick<TransactionRow, 'startedAt' | 'chargePointStartedAt'>,
  reported: Date,
  latest: Date,
  whenSet = latest,
): Date {
  const sinceStart = reported.getTime() - chargePointStartedAt.getTime();
  if (sinceStart < -TOLERANCE_MS) return whenSet;
  return new Date(Math.min(startedAt.getTime() + sinceStart, latest.getTime()));
}
