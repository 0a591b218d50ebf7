/** Error of a promise that took too long. */
export class TimeLimitExceeded extends Error {}

/**
 * Settles like `promise`, or rejects after `ms`.
 * @throws TimeLimitExceeded
 */
export function withTimeLimit<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeLimitExceeded(`not finished after ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
