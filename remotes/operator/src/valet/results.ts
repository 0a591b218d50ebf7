import { codeOf, statusOf } from '@shared/client';
import { DAILY_LIMIT_CODES, LOW_BALANCE, type RemoteResponse } from '@shared/contract';
import { strings } from './strings.ts';

/** Outcome of an action, as its result dialog shows it. */
export interface Result {
  title: string;
  message: string;
  /** True if the action succeeded. */
  done: boolean;
}

export const success = (message: string, title: string = strings.done): Result => ({
  title,
  message,
  done: true,
});
const failed = (message: string): Result => ({ title: strings.error, message, done: false });

const FORBIDDEN = 403;
const CONFLICT = 409;

/** Returns the result of a failed call; `conflict` is the message for a 409. */
export function failureOf(error: unknown, conflict: string = strings.failure): Result {
  const messages: Readonly<Record<number, string>> = {
    [FORBIDDEN]: strings.forbidden,
    [CONFLICT]: conflict,
  };
  if (codeOf(error) === DAILY_LIMIT_CODES.valetStarts) return failed(strings.tooMany);
  return failed(messages[statusOf(error)] ?? strings.failure);
}

/** Returns the result for the response to a start; `car` names the car within a sentence. */
export function startResult({ status, info }: RemoteResponse, car: string): Result {
  if (status === 'Accepted') return success(strings.plugIn(car), strings.actionNeeded);
  if (info.includes(LOW_BALANCE)) return failed(strings.lowBalance);
  return failed(status === 'TimedOut' ? strings.timedOut : strings.failure);
}
