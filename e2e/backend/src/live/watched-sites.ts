import type { Bus } from '../bus/bus.ts';

/** A user receives a site's connector changes for this long after fetching it. */
const WATCH_MS = 10 * 60_000;
/** Repeated fetches within this time aren't published to the other instances. */
const REPEAT_MS = 60_000;

export type WatchedSites = ReturnType<typeof createWatchedSites>;

/** Tracks who watches a site on all instances: a user's calls and socket may differ in it. */
export function createWatchedSites(bus: Bus, now: () => Date) {
  const fetchedAt = new Map<string, number>();
  const keyOf = (userId: number, siteId: number) => `${userId}:${siteId}`;
  const age = (userId: number, siteId: number) =>
    now().getTime() - (fetchedAt.get(keyOf(userId, siteId)) ?? Number.NEGATIVE_INFINITY);

  function remember(key: string) {
    // Reinserted at the end, so that the oldest entries come first and can be evicted.
    fetchedAt.delete(key);
    fetchedAt.set(key, now().getTime());
    for (const [old, at] of fetchedAt) {
      if (now().getTime() - at <= WATCH_MS) break;
      fetchedAt.delete(old);
    }
  }

  bus.subscribe((event) => {
    if (event.kind === 'watched') remember(keyOf(event.userId, event.siteId));
  });
  // The other instances may not know what was fetched last, so the next fetch is published again.
  bus.onMissed(() => {
    const republished = now().getTime() - REPEAT_MS;
    for (const [key, at] of fetchedAt) fetchedAt.set(key, Math.min(at, republished));
  });
  return {
    /** Records that a logged-in user fetched a site, its connectors or one of their states. */
    async watch(userId: number, siteId: number): Promise<void> {
      if (age(userId, siteId) < REPEAT_MS) return;
      remember(keyOf(userId, siteId));
      await bus.publish({ kind: 'watched', userId, siteId });
    },
    isWatching: (userId: number, siteId: number) => age(userId, siteId) <= WATCH_MS,
  };
}
