/** How often something may fail. */
const WINDOW_MS = 60_000;

/**
 * Counts failures by key in memory: at most `limit` in a minute. Success is free.
 * @returns `isOver(key)` and `failed(key)`
 */
export function createTryLimit(limit: number, now: () => Date) {
  let windowStart = 0;
  let failures = new Map<string, number>();

  function current() {
    // One window for all keys: nothing piles up, and a burst across its edge is at most twice the limit.
    if (now().getTime() - windowStart >= WINDOW_MS) {
      windowStart = now().getTime();
      failures = new Map();
    }
    return failures;
  }

  return {
    isOver: (key: string) => (current().get(key) ?? 0) >= limit,
    failed: (key: string) => void current().set(key, (current().get(key) ?? 0) + 1),
  };
}
