/** Error of a promise that took too long. */
export class TimeLimitExceeded extends Error {}

/**
 * Settles like `promise`, or rejects after `ms`.
 * @throws TimeLimitExceeded
 */
export async function withTimeLimit<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitExceeded(`not finished after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
