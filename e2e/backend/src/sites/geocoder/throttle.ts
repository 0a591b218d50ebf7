import { setTimeout as wait } from 'node:timers/promises';

/**
 * Returns a function that resolves to true at most once per `intervalMs`, or to false immediately
 * if the wait would exceed `longestMs`.
 */
export function createThrottle(intervalMs: number, longestMs: number): () => Promise<boolean> {
  let next = 0;
  return async () => {
    const now = performance.now();
    const turn = Math.max(now, next);
    if (turn - now > longestMs) return false;
    next = turn + intervalMs;
    await wait(turn - now);
    return true;
  };
}
