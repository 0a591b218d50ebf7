import { ApiError } from '@shared/client';
import { DAILY_LIMIT_CODES, LOW_BALANCE, type RemoteAnswer } from '@shared/contract';

/** Outcome of a start request. */
export type StartOutcome =
  | { kind: 'accepted' }
  | { kind: 'noCredit' }
  | { kind: 'unavailable' }
  | { kind: 'tooMany' }
  | { kind: 'couponError'; message: string };

/** Returns the outcome of a response; an unknown status counts as 'unavailable'. */
export function outcomeOf({ status, info }: RemoteAnswer): StartOutcome {
  if (status === 'Accepted') return { kind: 'accepted' };
  if (status === 'Error') return { kind: 'couponError', message: info };
  return { kind: status === 'Rejected' && info.includes(LOW_BALANCE) ? 'noCredit' : 'unavailable' };
}

/** Returns the outcome of a failed request: the daily limit, or an unreachable charger. */
export function outcomeOfFailure(error: unknown): StartOutcome {
  const tooMany = error instanceof ApiError && error.code === DAILY_LIMIT_CODES.starts;
  return { kind: tooMany ? 'tooMany' : 'unavailable' };
}
