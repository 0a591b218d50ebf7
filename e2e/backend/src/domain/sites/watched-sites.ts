import type { Bus } from '../../platform/bus/bus.ts';

/** A user receives a site's connector changes for this long after fetching it. */
const WATCH_MS = 10 * 60_000;
/** Repeated fetches within this time aren't published to the other instances. */
const REPEAT_MS = 60_000;

export type WatchedSites = ReturnType<typeof createWatchedSites>;

/** Tracks who watches a site on all instances, since a user's calls may reach any of them. */
export function createWatchedSites(bus: Bus, now: () => Date) {
  const fetches = new Map<string, { userId: number; siteId: number; at: number }>();
  /** The users of `fetches`, by site. */
  const usersBySite = new Map<number, Set<number>>();
  const keyOf = (userId: number, siteId: number) => `${userId}:${siteId}`;
  const age = (userId: number, siteId: number) =>
    now().getTime() - (fetches.get(keyOf(userId, siteId))?.at ?? Number.NEGATIVE_INFINITY);

  function remember(userId: number, siteId: number) {
    const key = keyOf(userId, siteId);
    // Reinserted at the end, so that the oldest entries come first and can be evicted.
    fetches.delete(key);
    fetches.set(key, { userId, siteId, at: now().getTime() });
    usersBySite.set(siteId, (usersBySite.get(siteId) ?? new Set()).add(userId));
    for (const [old, fetch] of fetches) {
      if (now().getTime() - fetch.at <= WATCH_MS) break;
      fetches.delete(old);
      const users = usersBySite.get(fetch.siteId);
      users?.delete(fetch.userId);
      if (users?.size === 0) usersBySite.delete(fetch.siteId);
    }
  }

  bus.subscribe((event) => {
    if (event.kind === 'watched') remember(event.userId, event.siteId);
  });
  // Other instances may have missed the last fetches, so publish the next ones again.
  bus.onMissed(() => {
    const republished = now().getTime() - REPEAT_MS;
    for (const fetch of fetches.values()) fetch.at = Math.min(fetch.at, republished);
  });
  return {
    /** Records that a logged-in user fetched a site, its connectors or one of their states. */
    async watch(userId: number, siteId: number): Promise<void> {
      if (age(userId, siteId) < REPEAT_MS) return;
      remember(userId, siteId);
      await bus.publish({ kind: 'watched', userId, siteId });
    },
    /** Returns the users who watch a site. */
    viewersOf: (siteId: number) =>
      [...(usersBySite.get(siteId) ?? [])].filter((userId) => age(userId, siteId) <= WATCH_MS),
  };
}
