/**
 * Converts charge points' times to the server's clock, which decides what drivers see and pay: a
 * charge point's clock may be wrong, and may be set during a charge.
 */

import type { TransactionRow } from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';
import type { Sample } from '../charge-points/samples.ts';
import { LOCAL_OFFSET_MS } from '../sites/local-time.ts';
import type { ChargeLimits } from './meter-reader.ts';

/** Charge points adjust their clock by seconds, and may take samples before the charge starts. */
const TOLERANCE_MS = MINUTE_MS;

/**
 * Returns the latest possible time of a charge's events: a charge begins after its attempt. It is
 * after `now` if the charge began earlier than `startedAt`, when its start was received.
 */
export function latestTime(
  { startedAt }: TransactionRow,
  { attemptedAt }: Pick<ChargeLimits, 'attemptedAt'>,
  now: Date,
): Date {
  const elapsed = now.getTime() - (attemptedAt ?? startedAt).getTime();
  return addMs(startedAt, Math.max(0, elapsed));
}

/**
 * Returns a time, corrected if it has no zone and was read as local, because it arrived hours late,
 * although the charge's start had shown that its charge point sends UTC.
 */
export const inZoneOfStart = (
  { unzonedUtc }: TransactionRow,
  { at, assumedZone }: Pick<Sample, 'at' | 'assumedZone'>,
): Date => (unzonedUtc && assumedZone === 'local' ? addMs(at, LOCAL_OFFSET_MS) : at);

type Start = Pick<TransactionRow, 'startedAt' | 'chargePointStartedAt'>;
type Evidence = Start & Pick<TransactionRow, 'sampledAt' | 'exclusions'>;

/**
 * Converts the time of a charge point's event to the server's clock: the time since the start is
 * the same by both clocks. If the reported time is more than a minute before the start or after
 * `latest`, the clock was set in the meantime, and `whenSet` is returned.
 */
export const toServerTime = (start: Start, reported: Date, latest: Date, whenSet: Date): Date =>
  convert(start, reported, latest) ?? whenSet;

function convert({ startedAt, chargePointStartedAt }: Start, reported: Date, latest: Date): Date | undefined {
  const at = addMs(startedAt, reported.getTime() - chargePointStartedAt.getTime());
  if (at < addMs(startedAt, -TOLERANCE_MS) || at > addMs(latest, TOLERANCE_MS)) return undefined;
  return at < latest ? at : latest;
}

/**
 * Returns until when a charge is known to have run when its charge point reports an event. Without
 * a usable time the event has just happened, unless the charge point was offline after the charge's
 * last sample: then it may have waited for the connection, and the charge may have run longer.
 * @param reported the charge point's time; `undated` if it sent none
 */
export function provenTime(
  row: Evidence,
  reported: Pick<Sample, 'at' | 'undated'>,
  latest: Date,
  now: Date,
): { at: Date; mayHaveRunLonger: boolean } {
  const converted = reported.undated ? undefined : convert(row, reported.at, latest);
  const mayHaveRunLonger = converted === undefined && outages(row).length > 0;
  const at = converted ?? (mayHaveRunLonger ? lastContact(row) : now);
  return { at: row.sampledAt && row.sampledAt > at ? row.sampledAt : at, mayHaveRunLonger };
}

/** Returns the last time at which a charge is known to have run: a sample, or when the line dropped. */
export function lastContact({ startedAt, sampledAt, exclusions }: Evidence): Date {
  const drops = exclusions.flatMap(({ cause, from }) => (cause === 'offline' ? [from] : []));
  return new Date(Math.max(startedAt.getTime(), sampledAt?.getTime() ?? 0, ...drops));
}

/** How long a charge point may take to deliver what it stored while it was offline. */
const DELIVERY_MS = 5 * MINUTE_MS;
/** In a shorter outage, no charge ends and another one begins. */
const LONG_OUTAGE_MS = MINUTE_MS;

/** Returns whether the start of another charge, in an outage after the last sample, may still arrive. */
export const mayHaveMissedStart = (row: Evidence, now: Date): boolean =>
  outages(row).some(({ from, to }) => to - from >= LONG_OUTAGE_MS && to + DELIVERY_MS > now.getTime());

/** Returns when the charge point was offline after the charge's last sample, in ms since 1970. */
function outages({ startedAt, sampledAt, exclusions }: Evidence): { from: number; to: number }[] {
  const since = (sampledAt ?? startedAt).getTime();
  const all = exclusions.flatMap(({ cause, from, to }) =>
    cause === 'offline' ? [{ from, to: to ?? Number.POSITIVE_INFINITY }] : [],
  );
  return all.filter(({ to }) => to > since);
}
