/**
 * Periods of a charge in which the car took no energy, or the charge point paused or was at fault:
 * pure functions of the charge point's reports. `shared/charging` divides the charge's time by them.
 */

import { type ChargeTimes, chargeTimes, excludedSecondsOf, type Usage, usageAt } from '@shared/charging';
import type { ConnectorStatus } from '@shared/contract';
import type { StoredExclusion, TransactionRow } from '../../platform/database/schema.ts';

export type Periods = Pick<TransactionRow, 'suspendedAt' | 'suspensions' | 'exclusions'>;

/** The car takes no more energy but stays plugged in: overstay is counted. */
const IDLE: ReadonlySet<string> = new Set(['SuspendedEV', 'Finishing'] satisfies ConnectorStatus[]);
/** The car takes energy, or would if it were supplied: a pause by the charger isn't overstay. */
const ACCEPTING_ENERGY: ReadonlySet<string> = new Set([
  'Charging',
  'SuspendedEVSE',
] satisfies ConnectorStatus[]);
/** The car or the charge point pauses: some charge points report it just before the start. */
export const SUSPENDED: ReadonlySet<string> = new Set([
  'SuspendedEV',
  'SuspendedEVSE',
] satisfies ConnectorStatus[]);
/** Statuses during which a cable that failed to unlock may still be locked. */
const MAY_BE_LOCKED: ReadonlySet<string> = new Set([
  'Finishing',
  'Faulted',
  'Unavailable',
] satisfies ConnectorStatus[]);

const LOCK_FAILURE = 'ConnectorLockFailure';

/**
 * Stored periods of each kind. Beyond it, two of the oldest are joined, so that a status that
 * flickers for days doesn't make the row ever larger.
 */
const MAX_PERIODS = 200;

export interface ReportedStatus {
  /** 0 is the charge point itself. */
  connectorId: number;
  status: string;
  errorCode: string;
  /** Error code of the connector's previous status. */
  previousError?: string | null | undefined;
}

/** Adds a status that the charge point reported at `at`. */
export function withStatus(periods: Periods, reported: ReportedStatus, at: Date): Periods {
  const { connectorId, status } = reported;
  const scope = connectorId === 0 ? ({ isWholeChargePoint: true } as const) : {};
  let next = withExclusion(periods, { cause: 'fault', ...scope }, status === 'Faulted', at);
  next = withExclusion(next, { cause: 'unavailable', ...scope }, status === 'Unavailable', at);
  if (connectorId === 0) return next;
  const locked = lockStateOf(reported);
  if (locked !== undefined) next = withExclusion(next, { cause: 'unlock' }, locked, at);
  // Other statuses say nothing about the car: the charge may be over before its StopTransaction.
  const isIdle = IDLE.has(status);
  const isPluggedIn = isIdle || ACCEPTING_ENERGY.has(status);
  if (isPluggedIn || status === 'Available')
    next = withExclusion(next, { cause: 'unplugged' }, !isPluggedIn, at);
  if (!isPluggedIn) return next;
  next = withExclusion(next, { cause: 'pause' }, status === 'SuspendedEVSE', at);
  if (!isIdle) return withEndedSuspension(next, at);
  return next.suspendedAt ? next : { ...next, suspendedAt: at };
}

/** Returns whether the cable can't be unlocked, or undefined if the status doesn't show it. */
function lockStateOf({ status, errorCode, previousError }: ReportedStatus): boolean | undefined {
  if (errorCode === LOCK_FAILURE) return true;
  return previousError === LOCK_FAILURE || !MAY_BE_LOCKED.has(status) ? false : undefined;
}

function withEndedSuspension(periods: Periods, at: Date): Periods {
  const { suspendedAt, suspensions } = periods;
  if (!suspendedAt) return periods;
  return {
    ...periods,
    suspendedAt: null,
    suspensions: joinOldest([...suspensions, [suspendedAt.getTime(), at.getTime()]]),
  };
}

function joinOldest(suspensions: Periods['suspensions']): Periods['suspensions'] {
  const [first, second, ...others] = suspensions;
  if (suspensions.length <= MAX_PERIODS || !first || !second) return suspensions;
  return [join(first, second), ...others];
}

/** Joins two periods to one of their total length that ends with the later one. */
const join = ([from, to]: [number, number], [laterFrom, laterTo]: [number, number]): [number, number] => [
  laterFrom - Math.max(0, to - from),
  laterTo,
];

function joinOldestExclusions(exclusions: StoredExclusion[]): StoredExclusion[] {
  if (exclusions.length <= MAX_PERIODS) return exclusions;
  const ended = exclusions.filter(({ to }) => to !== null);
  for (const first of ended) {
    const isSame = ({ cause, isWholeChargePoint }: StoredExclusion) =>
      cause === first.cause && isWholeChargePoint === first.isWholeChargePoint;
    const second = ended.find((one) => one !== first && isSame(one));
    if (!second || first.to === null || second.to === null) continue;
    const [from, to] = join([first.from, first.to], [second.from, second.to]);
    return exclusions.flatMap((one) =>
      one === first ? [] : one === second ? [{ ...one, from, to }] : [one],
    );
  }
  return exclusions;
}

/**
 * Begins or ends an exclusion at `at`, unless it is already in that state. An open one keeps the
 * later of two ends.
 */
export function withExclusion(
  periods: Periods,
  { cause, isWholeChargePoint, until }: Omit<StoredExclusion, 'from' | 'to'>,
  isActive: boolean,
  at: Date,
): Periods {
  const isOpen = (one: StoredExclusion) =>
    one.to === null && one.cause === cause && one.isWholeChargePoint === isWholeChargePoint;
  const exclusions = periods.exclusions.map((one) => (isOpen(one) ? endIfOver(one, at.getTime()) : one));
  const open = exclusions.find(isOpen);
  const replace = (next: StoredExclusion) => ({
    ...periods,
    exclusions: exclusions.map((one) => (one === open ? next : one)),
  });
  if (!isActive) return open ? replace({ ...open, to: at.getTime() }) : periods;
  if (open) {
    const { until: earlier, ...endless } = open;
    if (earlier === undefined || earlier === until) return periods;
    return replace(until === undefined ? endless : { ...open, until });
  }
  const opened = {
    cause,
    from: at.getTime(),
    to: null,
    ...(isWholeChargePoint && { isWholeChargePoint }),
    ...(until !== undefined && { until }),
  };
  return { ...periods, exclusions: joinOldestExclusions([...exclusions, opened]) };
}

/** Drops the current time of a free connector if it began before `sampledAt`, since which energy was delivered. */
export function withoutFreeTime(periods: Periods, sampledAt: Date): Periods {
  const isMistaken = ({ cause, from, to }: StoredExclusion) =>
    cause === 'unplugged' && to === null && from < sampledAt.getTime();
  return periods.exclusions.some(isMistaken)
    ? { ...periods, exclusions: periods.exclusions.filter((one) => !isMistaken(one)) }
    : periods;
}

/** Ends exclusions that have expired by `at`. */
export function withoutOverdue(periods: Periods, at: Date): Periods {
  const exclusions = periods.exclusions.map((one) => endIfOver(one, at.getTime()));
  return exclusions.every((one, index) => one === periods.exclusions[index])
    ? periods
    : { ...periods, exclusions };
}

const endIfOver = (one: StoredExclusion, at: number): StoredExclusion =>
  one.to === null && one.until !== undefined && one.until <= at ? { ...one, to: one.until } : one;

/** Returns the times of a charge until `end`, or so far if it is absent. */
export function timesOf(row: Periods & Pick<TransactionRow, 'startedAt'>, end?: Date): ChargeTimes {
  const { startedAt, suspendedAt, suspensions } = row;
  const { exclusions } = end ? withoutOverdue(row, end) : row;
  const open = suspendedAt ? [[suspendedAt.getTime(), null] as const] : [];
  return chargeTimes(
    { suspensions: [...suspensions, ...open], exclusions },
    startedAt.getTime(),
    end?.getTime(),
  );
}

/** Returns the usage of a charge that took `energyWh` until `end`. */
export function usageUntil(
  row: Periods & Pick<TransactionRow, 'startedAt'>,
  energyWh: number,
  end: Date,
): Usage {
  const times = timesOf(row, end);
  const excludedSeconds = excludedSecondsOf(times);
  return usageAt({
    startTime: row.startedAt.getTime(),
    at: end.getTime(),
    energyWh,
    ...times,
    excludedSeconds,
  });
}
