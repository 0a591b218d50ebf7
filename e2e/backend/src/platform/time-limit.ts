import { setTimeout as wait } from 'node:timers/promises';

/** Rejects if the work takes longer than `limitMs`, but doesn't abort it. */
export function withTimeLimit<T>(
  work: Promise<T>,
  limitMs: number,
  failure = () => new Error(`timed out after ${limitMs} ms`),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(failure()), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits for the work, but no longer than `limitMs`. */
export async function waitAtMost(work: Promise<unknown>, limitMs: number): Promise<void> {
  await withTimeLimit(work, limitMs).catch(() => undefined);
}

const MOMENT_MS = 1000;

/** Waits up to one second for work that continues afterwards. */
export async function waitBriefly(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(MOMENT_MS, undefined, { ref: false })]);
}
