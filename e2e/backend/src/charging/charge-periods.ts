/**
 * Periods of a charge in which the car took no energy, or the charge point paused or was at fault:
 * pure functions of the charge point's reports. `shared/tariff` divides the charge's time by them.
 */
import type { ConnectorStatus } from '@shared/contract';
import { type ChargeTimes, chargeTimes, excludedSecondsOf, type Usage, usageAt } from '@shared/tariff';
import type { StoredExclusion, TransactionRow } from '../db/schema.ts';

export type Periods = Pick<TransactionRow, 'suspendedAt' | 'suspensions' | 'exclusions'>;

/** The car takes no more energy but stays plugged in: overstay is counted. */
const IDLE: ReadonlySet<string> = new Set(['SuspendedEV', 'Finishing'] satisfies ConnectorStatus[]);
/** The car takes energy, or would if it were supplied: a pause by the charger isn't overstay. */
const ACCEPTING_ENERGY: ReadonlySet<string> = new Set([
  'Charging',
  'SuspendedEVSE',
] satisfies ConnectorStatus[]);
/** Statuses during which a cable that failed to unlock may still be locked. */
const MAY_BE_LOCKED: ReadonlySet<string> = new Set([
  'Finishing',
  'Faulted',
  'Unavailable',
] satisfies ConnectorStatus[]);

const LOCK_FAILURE = 'ConnectorLockFailure';

export interface ReportedStatus {
  /** 0 is the charge point itself. */
  connectorId: number;
  status: string;
  errorCode: string;
  /** Error code of the connector's previous status. */
  previousError?: string | null;
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
  if (!isIdle && !ACCEPTING_ENERGY.has(status)) return next;
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
    suspensions: [...suspensions, [suspendedAt.getTime(), at.getTime()]],
  };
}

/** Begins or ends an exclusion at `at`, unless it is already in that state. */
export function withExclusion(
  periods: Periods,
  { cause, isWholeChargePoint }: Pick<StoredExclusion, 'cause' | 'isWholeChargePoint'>,
  isActive: boolean,
  at: Date,
): Periods {
  const isOpen = (one: StoredExclusion) =>
    one.to === null && one.cause === cause && one.isWholeChargePoint === isWholeChargePoint;
  const { exclusions } = periods;
  if (exclusions.some(isOpen) === isActive) return periods;
  if (!isActive)
    return {
      ...periods,
      exclusions: exclusions.map((one) => (isOpen(one) ? { ...one, to: at.getTime() } : one)),
    };
  const opened = { cause, from: at.getTime(), to: null, ...(isWholeChargePoint && { isWholeChargePoint }) };
  return { ...periods, exclusions: [...exclusions, opened] };
}

/** Returns the times of a charge until `end`, or so far if it is absent. */
export function timesOf(row: Periods & Pick<TransactionRow, 'startedAt'>, end?: Date): ChargeTimes {
  const { startedAt, suspendedAt, suspensions, exclusions } = row;
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
