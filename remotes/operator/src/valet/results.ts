import { ApiError, codeOf, statusOf } from '@shared/client';
import { DAILY_LIMIT_CODES, LOW_BALANCE, type RemoteResponse } from '@shared/contract';
import { strings } from './strings.ts';

/** Outcome of an action, as its result dialog shows it. */
export interface Result {
  title: string;
  message: string;
  /** Line below the message. */
  detail?: string | undefined;
  /** True if the action succeeded. */
  done: boolean;
}

export const success = (message: string, title: string = strings.done): Result => ({
  title,
  message,
  done: true,
});
const failed = (message: string, detail?: string): Result => ({
  title: strings.error,
  message,
  detail,
  done: false,
});

const FORBIDDEN = 403;
const CONFLICT = 409;

interface FailureWords {
  /** Message for a 409. */
  conflict?: string;
  /** Line below the message if the call may have succeeded. */
  unknown?: string;
}

/** Returns the result of a failed call. */
export function failureOf(
  error: unknown,
  { conflict = strings.failure, unknown }: FailureWords = {},
): Result {
  const messages: Readonly<Record<number, string>> = {
    [FORBIDDEN]: strings.forbidden,
    [CONFLICT]: conflict,
  };
  if (codeOf(error) === DAILY_LIMIT_CODES.valetStarts) return failed(strings.tooMany);
  const isRefused = error instanceof ApiError && error.isDefinitive;
  return failed(messages[statusOf(error)] ?? strings.failure, isRefused ? undefined : unknown);
}

/** Returns the result for the response to a start; `car` names the car within a sentence. */
export function startResult({ status, info }: RemoteResponse, car: string): Result {
  if (status === 'Accepted') return success(strings.plugIn(car), strings.actionNeeded);
  if (info.includes(LOW_BALANCE)) return failed(strings.lowBalance, strings.lowBalanceOfValet);
  if (status === 'Rejected') return failed(strings.failure);
  return failed(status === 'TimedOut' ? strings.timedOut : strings.failure, strings.mayBegin);
}

/** Returns the result for the response to a stop; `car` names the car within a sentence. */
export function stopResult({ status }: RemoteResponse, car: string): Result {
  if (status === 'Accepted') return success(strings.stopping(car));
  return failed(strings.stopRejected, status === 'Rejected' ? undefined : strings.mayEnd);
}
