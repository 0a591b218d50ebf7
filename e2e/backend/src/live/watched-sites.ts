import type { Bus } from './bus.ts';

/** A user is sent a site's connector changes for so long after having fetched it (decisions, section 5). */
const WATCH_MS = 10 * 60_000;
/** A site that is fetched again within this time isn't told to the other instances again. */
const REPEAT_MS = 60_000;

export interface WatchedSites {
  /** A logged-in user fetched a site, its connectors or one of their states. */
  watch(userId: number, siteId: number): Promise<void>;
  isWatching(userId: number, siteId: number): boolean;
}

/** Who looks at which site; known to every instance, since a user's calls and socket may be on two. */
export function createWatchedSites(bus: Bus, now: () => Date): WatchedSites {
  const fetchedAt = new Map<string, number>();
  const keyOf = (userId: number, siteId: number) => `${userId}:${siteId}`;
  const age = (userId: number, siteId: number) =>
    now().getTime() - (fetchedAt.get(keyOf(userId, siteId)) ?? Number.NEGATIVE_INFINITY);

  function remember(key: string) {
    // Put last again, so that the oldest stand first and are the ones to forget.
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
  return {
    async watch(userId, siteId) {
      if (age(userId, siteId) < REPEAT_MS) return;
      remember(keyOf(userId, siteId));
      await bus.publish({ kind: 'watched', userId, siteId });
    },
    isWatching: (userId, siteId) => age(userId, siteId) <= WATCH_MS,
  };
}
