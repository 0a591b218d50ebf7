import { setTimeout as wait } from 'node:timers/promises';

/** Time limit of the provider, in ms. Clients wait 30 s for the calls that use it. */
const PROVIDER_MS = 8000;
const MOMENT_MS = 1000;

/** Rejects after the provider's time limit, but doesn't abort the request. */
export function withTimeout<T>(request: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${PROVIDER_MS} ms`)), PROVIDER_MS);
    request.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits up to one second for work that continues afterwards. */
export async function waitBriefly(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(MOMENT_MS, undefined, { ref: false })]);
}
