import type { Clock } from '../clock.ts';
import { SECOND_MS } from '../time.ts';
import { waitBriefly } from '../time-limit.ts';

/** Minimum time from one query to the next. */
const PAUSE_MS = 15 * SECOND_MS;
/** Maximum share of time spent in the query: one that takes 2 s runs every 200 s. */
const MAX_SHARE = 1 / 100;

/**
 * Caches the result of a query over a whole table, whatever the number of scrapes. The returned
 * function waits a second for a new result, then returns the previous one: undefined before the
 * first result, and after a failure until the next result.
 */
export function createCachedQuery<T>(
  clock: Clock,
  query: () => Promise<T>,
  onFailure: (error: unknown) => void,
): () => Promise<T | undefined> {
  let result: T | undefined;
  let dueAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function refresh() {
    const startedAt = clock.elapsed();
    try {
      result = await query();
    } catch (error) {
      result = undefined;
      onFailure(error);
    }
    running = undefined;
    dueAt = startedAt + Math.max(PAUSE_MS, (clock.elapsed() - startedAt) / MAX_SHARE);
  }

  return async () => {
    if (!running && clock.elapsed() >= dueAt) running = refresh();
    if (running) await waitBriefly(clock, running);
    return result;
  };
}
