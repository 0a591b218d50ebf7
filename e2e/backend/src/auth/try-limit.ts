/** How often something may be tried. */
const MINUTE = 60_000;
/** Some megabytes of keys. Whoever has so many can have as many tries by new ones. */
const MOST_KEYS = 100_000;

/**
 * Counts tries by key in memory: at most `limit` in a window of `minutes`. Keys are short: whatever is sent is bounded
 * before it is counted.
 * @returns `take(key)` counts a try and says whether it may go on; `giveBack(key)` makes it free after all. A try is
 * counted before it begins, so that many at once are no more than the limit.
 */
export function createTryLimit(limit: number, now: () => Date, minutes = 1) {
  let windowStart = 0;
  let tries = new Map<string, number>();

  function change(key: string, by: number): number {
    // One window for all keys: nothing piles up, and a burst across its edge is at most twice the limit.
    if (now().getTime() - windowStart >= minutes * MINUTE || tries.size >= MOST_KEYS) {
      windowStart = now().getTime();
      tries = new Map();
    }
    const count = Math.max(0, (tries.get(key) ?? 0) + by);
    tries.set(key, count);
    return count;
  }

  return {
    take: (key: string) => change(key, 1) <= limit,
    giveBack: (key: string) => void change(key, -1),
  };
}
