import { ApiError } from '@shared/client';
import { DAILY_LIMIT_CODES, LOW_BALANCE, type RemoteAnswer } from '@shared/contract';

/** Outcome of a start request. */
export type StartOutcome =
  | { kind: 'accepted' }
  | { kind: 'noCredit' }
  | { kind: 'unavailable' }
  | { kind: 'tooMany' }
  | { kind: 'couponError'; message: string };

type Status = 'Accepted' | 'Rejected' | 'Error' | 'TimedOut';
type ReadInfo = (info: string) => StartOutcome;

const OUTCOMES: Readonly<Record<string, ReadInfo>> = {
  Accepted: () => ({ kind: 'accepted' }),
  Rejected: (info) => ({ kind: info.includes(LOW_BALANCE) ? 'noCredit' : 'unavailable' }),
  Error: (info) => ({ kind: 'couponError', message: info }),
  TimedOut: () => ({ kind: 'unavailable' }),
} satisfies Record<Status, ReadInfo>;

/** Returns the outcome of a response; an unknown status counts as 'unavailable'. */
export function outcomeOf({ status, info }: RemoteAnswer): StartOutcome {
  const read = Object.hasOwn(OUTCOMES, status) ? OUTCOMES[status] : undefined;
  return read ? read(info) : { kind: 'unavailable' };
}

/** Returns the outcome of a failed request: the daily limit, or an unreachable charger. */
export function outcomeOfFailure(error: unknown): StartOutcome {
  const tooMany = error instanceof ApiError && error.code === DAILY_LIMIT_CODES.starts;
  return { kind: tooMany ? 'tooMany' : 'unavailable' };
}
