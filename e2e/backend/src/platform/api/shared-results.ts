import type { Clock } from '../clock.ts';

/** Far below the 30 s between two polls of a board. */
const SHARED_MS = 1000;

/** Shares one result, also a failure, among all calls with the same key within `ms`. */
export function createSharedResults<T>(
  clock: Clock,
  ms = SHARED_MS,
): (key: string, make: () => Promise<T>) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return (key, make) => {
    const existing = results.get(key);
    if (existing) return existing;
    const result = make();
    results.set(key, result);
    clock.after(ms, () => results.delete(key));
    return result;
  };
}
