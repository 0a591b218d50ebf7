import { ApiError, statusOf } from '@shared/client';
import { DAILY_LIMIT_CODES, LOW_BALANCE, type RemoteAnswer } from '@shared/contract';
import { strings } from './strings.ts';

/** What came of an action, as its dialog tells it. */
export interface Result {
  title: string;
  message: string;
  /** It was carried out. */
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

/** A call that failed (specification, section 8). `conflict` is what a 409 says, where it has words of its own. */
export function failureOf(error: unknown, conflict: string = strings.failure): Result {
  const messages: Readonly<Record<number, string>> = {
    [FORBIDDEN]: strings.forbidden,
    [CONFLICT]: conflict,
  };
  if (error instanceof ApiError && error.code === DAILY_LIMIT_CODES.valetStarts)
    return failed(strings.tooMany);
  return failed(messages[statusOf(error)] ?? strings.failure);
}

/** The answer to a start (specification, section 8) of a car, as it is named in a sentence. */
export function startResult({ status, info }: RemoteAnswer, car: string): Result {
  if (status === 'Accepted') return success(strings.plugIn(car), strings.actionNeeded);
  if (info.includes(LOW_BALANCE)) return failed(strings.lowBalance);
  return failed(status === 'TimedOut' ? strings.timedOut : strings.failure);
}
