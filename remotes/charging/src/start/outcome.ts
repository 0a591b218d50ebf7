import { ApiError, codeOf } from '@shared/client';
import { couponRefusal, DAILY_LIMIT_CODES, LOW_BALANCE, type RemoteResponse } from '@shared/contract';

/** Outcome of a start request. */
export type StartOutcome =
  | { kind: 'accepted' }
  | { kind: 'noCredit' }
  | { kind: 'unavailable' }
  | { kind: 'reserved' }
  | { kind: 'tooMany' }
  | { kind: 'vehicle' }
  | { kind: 'couponError'; message: string };

/** The driver has several vehicles and none was chosen, or the chosen one was deleted. */
const VEHICLE_REFUSALS = new Set(['VEHICLE_REQUIRED', 'VEHICLE_NOT_FOUND']);

/** Outcomes after which the same request must not be repeated: the driver has to choose again. */
export const needsNewChoice = ({ kind }: StartOutcome) => kind === 'couponError' || kind === 'vehicle';

/** Returns the outcome of a response; an unknown status counts as 'unavailable'. */
export function outcomeOf({ status, info }: RemoteResponse): StartOutcome {
  if (status === 'Accepted') return { kind: 'accepted' };
  if (status === 'Error') return { kind: 'couponError', message: info };
  if (status !== 'Rejected') return { kind: 'unavailable' };
  if (info.includes(LOW_BALANCE)) return { kind: 'noCredit' };
  if (info === 'CONNECTOR_RESERVED') return { kind: 'reserved' };
  return { kind: VEHICLE_REFUSALS.has(info) ? 'vehicle' : 'unavailable' };
}

/** Returns the outcome of a failed request: a refused coupon, the daily limit, another refusal, or no response. */
export function outcomeOfFailure(error: unknown): StartOutcome {
  const message = error instanceof ApiError && error.isDefinitive ? `${error.code} ${error.detail}` : '';
  if (couponRefusal(message)) return { kind: 'couponError', message };
  return { kind: codeOf(error) === DAILY_LIMIT_CODES.starts ? 'tooMany' : 'unavailable' };
}

const DECIDED: ReadonlySet<string> = new Set(['Accepted', 'Rejected', 'Error']);

/** Returns true for a response that says whether the request has an effect, unlike 'TimedOut'. */
export const isDecided = ({ status }: RemoteResponse) => DECIDED.has(status);

/**
 * Returns true if the server refused a request, which then has no effect. A reused key says that an
 * earlier request with other choices has arrived, whose response was lost.
 */
export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.isDefinitive && error.code !== 'IDEMPOTENCY_KEY_REUSED';
