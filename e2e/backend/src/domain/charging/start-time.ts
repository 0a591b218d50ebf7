/** When a charge began, which its charge point may report late or by a wrong clock. */
import type { AttemptRow } from '../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import type { StartTransaction } from '../charge-points/charge-messages.ts';

/** A charge point may be offline for weeks before it replays a start by card. */
const REPLAY_MS = 30 * DAY_MS;
/** A charge point that stays connected reports a start within this time. */
const LIVE_MS = 2 * MINUTE_MS;
/** Longest delay of a start by card while the connection and the server work. */
const MAX_DELAY_MS = 10 * MINUTE_MS;

/** Returns whether a start was reported as it happened. */
export const isLive = (at: Date, now: Date) => addMs(at, LIVE_MS) >= now;

/** Returns whether a reported time may be that of a start by card which is replayed now. */
export const isReplayable = (at: Date, now: Date) => at <= now && at >= addMs(now, -REPLAY_MS);

/**
 * Returns the reported time, or now if it is implausible, such as one before the attempt. The clock
 * of a charge point that was connected at the reported time, but sends a start by card much later,
 * is behind.
 */
export function startOf(
  { timestamp }: Pick<StartTransaction, 'timestamp'>,
  attemptedAt: Date | undefined,
  onlineSince: Date | null,
  now: Date,
): Date {
  const wasOnline = onlineSince !== null && onlineSince <= timestamp;
  const isPossible = attemptedAt
    ? attemptedAt <= timestamp
    : !wasOnline || addMs(timestamp, MAX_DELAY_MS) >= now;
  return isPossible && isReplayable(timestamp, now) ? timestamp : now;
}

/** A start may be refused for some time, but a clock that is in another zone is an hour behind. */
const MAX_PRICE_DELAY_MS = 45 * MINUTE_MS;

/** Returns at which time the price of a start by card counts, also if it was repeated until now. */
export const priceTimeOf = ({ timestamp, undated }: StartTransaction, startedAt: Date, now: Date): Date =>
  !undated && timestamp <= now && timestamp >= addMs(now, -MAX_PRICE_DELAY_MS) ? timestamp : startedAt;

/**
 * Returns when the charge began, to compare it with the deadline of its attempt: the reported time
 * if the start was replayed, else now, because the charge point's clock may be minutes behind. If a
 * charge point that was offline at the deadline reports no plausible time, the deadline is assumed,
 * since the charge point doesn't wait for the plug any longer.
 */
export function beginOf(
  startedAt: Date,
  { deadline }: AttemptRow,
  onlineSince: Date | null,
  now: Date,
): Date {
  if (onlineSince === null) return startedAt;
  if (startedAt >= now) return onlineSince > deadline ? deadline : now;
  return onlineSince <= startedAt && isLive(startedAt, now) ? now : startedAt;
}
