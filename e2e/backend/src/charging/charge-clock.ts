/** Our clock decides what a driver sees and pays: a charge point's may be wrong, and may be set during a charge. */
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { startAttempts, type transactions } from '../db/schema.ts';

type Row = typeof transactions.$inferSelect;
export const DAY_MS = 86_400_000;
/** Charge points adjust their clock by seconds, and may sample a car before they start its charge. */
const TOLERANCE_MS = 60_000;

/** Returns the latest instant that an event of the charge can have: it can't last longer than since its attempt. */
export async function readLatest(db: Db, { startedAt, attemptId }: Row, now: Date): Promise<Date> {
  const [attempt] = await db
    .select({ createdAt: startAttempts.createdAt })
    .from(startAttempts)
    .where(eq(startAttempts.id, attemptId ?? -1));
  const elapsed = now.getTime() - (attempt?.createdAt ?? startedAt).getTime();
  return new Date(startedAt.getTime() + Math.max(0, elapsed));
}

/**
 * Returns by our clock when a charge point's event happened: its distance from the start is the same by both clocks. A
 * time minutes before the start shows that the clock was set back meanwhile. Then it returns `whenSet`.
 */
export function toOurClock(
  { startedAt, chargePointStartedAt }: Pick<Row, 'startedAt' | 'chargePointStartedAt'>,
  reported: Date,
  latest: Date,
  whenSet = latest,
): Date {
  const sinceStart = reported.getTime() - chargePointStartedAt.getTime();
  if (sinceStart < -TOLERANCE_MS) return whenSet;
  return new Date(Math.min(startedAt.getTime() + sinceStart, latest.getTime()));
}
