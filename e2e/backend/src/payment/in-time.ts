import { setTimeout as wait } from 'node:timers/promises';

/** The calls that ask the provider have 30 s themselves (specification, section 9). */
const PROVIDER_MS = 8000;
const MOMENT_MS = 1000;

/** What the provider answers, or a rejection where it takes too long. Its work goes on. */
export function inTime<T>(asked: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${PROVIDER_MS} ms`)), PROVIDER_MS);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits a moment at most for what nobody has to wait for. It goes on. */
export async function forAMoment(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(MOMENT_MS, undefined, { ref: false })]);
}
