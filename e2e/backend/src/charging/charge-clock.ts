/**
 * Converts charge points' times to the server's clock, which decides what drivers see and pay: a
 * charge point's clock may be wrong, and may be set during a charge.
 */
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { startAttempts, type transactions } from '../db/schema.ts';

type Row = typeof transactions.$inferSelect;
export const DAY_MS = 86_400_000;
/** Charge points adjust their clock by seconds, and may take samples before the charge starts. */
const TOLERANCE_MS = 60_000;

/**
 * Returns the latest possible time of a charge's events: a charge can't have lasted longer than the
 * time since its attempt.
 */
export async function readLatestTime(db: Db, { startedAt, attemptId }: Row, now: Date): Promise<Date> {
  const [attempt] = await db
    .select({ createdAt: startAttempts.createdAt })
    .from(startAttempts)
    .where(eq(startAttempts.id, attemptId ?? -1));
  const elapsed = now.getTime() - (attempt?.createdAt ?? startedAt).getTime();
  return new Date(startedAt.getTime() + Math.max(0, elapsed));
}

/**
 * Converts the time of a charge point's event to the server's clock: the time since the start is
 * the same by both clocks. If the reported time is more than a minute before the start, the clock
 * was set back in the meantime, and `whenSet` is returned.
 */
export function toServerTime(
  { startedAt, chargePointStartedAt }: Pick<Row, 'startedAt' | 'chargePointStartedAt'>,
  reported: Date,
  latest: Date,
  whenSet = latest,
): Date {
  const sinceStart = reported.getTime() - chargePointStartedAt.getTime();
  if (sinceStart < -TOLERANCE_MS) return whenSet;
  return new Date(Math.min(startedAt.getTime() + sinceStart, latest.getTime()));
}
