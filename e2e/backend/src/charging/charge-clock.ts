/** What our own clock knows of a charge: a charge point's may be wrong, and may be set while it charges. */
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { startAttempts, type transactions } from '../db/schema.ts';
import type { Attempt } from './attempts.ts';

type Row = typeof transactions.$inferSelect;
export const DAY_MS = 86_400_000;
/** The attempt that a charge came of; without one what its charge point tells of its start is all that is known. */
type Asked = Pick<Attempt, 'createdAt' | 'deadline'> | null | undefined;

/** Instants by the clock that told a charge's start. */
interface ChargeClock {
  present: Date;
  /** It can't be later: no more has passed than since the attempt. */
  latest: Date;
}

export function clockOf({ startedAt }: Row, asked: Asked, now: Date): ChargeClock {
  const after = (begin: Date) => new Date(startedAt.getTime() + Math.max(0, now.getTime() - begin.getTime()));
  return { present: after(beganAt(startedAt, asked)), latest: after(asked?.createdAt ?? startedAt) };
}

export async function readClock(db: Db, row: Row, now: Date): Promise<ChargeClock> {
  const [asked] = await db
    .select()
    .from(startAttempts)
    .where(eq(startAttempts.id, row.attemptId ?? -1));
  return clockOf(row, asked, now);
}

export const earlier = (a: Date, b: Date) => (a < b ? a : b);

/** A charge with its instants by our clock, for who watches it: `startedAt` is when it began. */
export function byOurClock(row: Row, asked: Asked): Row {
  const startedAt = beganAt(row.startedAt, asked);
  const shift = startedAt.getTime() - row.startedAt.getTime();
  const moved = (at: Date | null) => at && new Date(at.getTime() + shift);
  return { ...row, startedAt, stoppedAt: moved(row.stoppedAt), suspendedAt: moved(row.suspendedAt) };
}

/** As the charge point told it where that can be: a start counts from its attempt to the attempt's deadline. */
function beganAt(startedAt: Date, asked: Asked): Date {
  if (!asked) return startedAt;
  return startedAt < asked.createdAt ? asked.createdAt : earlier(startedAt, asked.deadline);
}
