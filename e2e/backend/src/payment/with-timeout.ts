import { setTimeout as wait } from 'node:timers/promises';
import { withTimeLimit } from '../time-limit.ts';

/** Time limit of the provider, in ms. Clients wait 30 s for the calls that use it. */
const PROVIDER_MS = 8000;
const MOMENT_MS = 1000;

/** Rejects after the provider's time limit, but doesn't abort the request. */
export const withTimeout = <T>(request: Promise<T>) => withTimeLimit(request, PROVIDER_MS);

/** Waits up to one second for work that continues afterwards. */
export async function waitBriefly(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(MOMENT_MS, undefined, { ref: false })]);
}
