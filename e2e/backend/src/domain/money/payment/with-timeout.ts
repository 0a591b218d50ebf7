import type { Clock } from '../../../platform/clock.ts';
import { withTimeLimit } from '../../../platform/time-limit.ts';

/** Time limit of the provider, in ms. Clients wait 30 s for the calls that use it. */
export const PROVIDER_MS = 8000;

/** Rejects after the provider's time limit, but doesn't abort the request. */
export const withTimeout = <T>(clock: Clock, request: Promise<T>) =>
  withTimeLimit(clock, request, PROVIDER_MS);
