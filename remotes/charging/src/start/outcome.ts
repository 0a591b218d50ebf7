import { ApiError } from '@shared/client';
import { DAILY_LIMIT_CODES, LOW_BALANCE, type RemoteAnswer } from '@shared/contract';

/** What an answer to a start leads to (specification, sections 4 and 8). */
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

/** The outcome of an answer; an answer that isn't one of the four counts as a failure, which is 'unavailable'. */
export function outcomeOf({ status, info }: RemoteAnswer): StartOutcome {
  const read = Object.hasOwn(OUTCOMES, status) ? OUTCOMES[status] : undefined;
  return read ? read(info) : { kind: 'unavailable' };
}

/** Returns the outcome of a failed call: the daily limit, or a charger that can't be reached. */
export function outcomeOfFailure(error: unknown): StartOutcome {
  const tooMany = error instanceof ApiError && error.code === DAILY_LIMIT_CODES.starts;
  return { kind: tooMany ? 'tooMany' : 'unavailable' };
}
