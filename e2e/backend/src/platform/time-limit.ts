import { type Clock, wait } from './clock.ts';
import { SECOND_MS } from './time.ts';

/** Rejects if the work takes longer than `limitMs`, but doesn't abort it. */
export function withTimeLimit<T>(
  clock: Clock,
  work: Promise<T>,
  limitMs: number,
  failure = () => new Error(`timed out after ${limitMs} ms`),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, () => reject(failure()));
    work.then(resolve, reject).finally(cancel);
  });
}

/** Aborts the work's signal after `limitMs`, with the error of `AbortSignal.timeout`. */
export async function abortAfter<T>(
  clock: Clock,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const cancel = clock.after(limitMs, () =>
    controller.abort(new DOMException(`timed out after ${limitMs} ms`, 'TimeoutError')),
  );
  return work(controller.signal).finally(cancel);
}

/** Waits for the work, but no longer than `limitMs`. */
export async function waitAtMost(clock: Clock, work: Promise<unknown>, limitMs: number): Promise<void> {
  await withTimeLimit(clock, work, limitMs).catch(() => undefined);
}

/** Waits up to one second for work that continues afterwards. */
export async function waitBriefly(clock: Clock, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(clock, SECOND_MS)]);
}
