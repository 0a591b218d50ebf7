/**
 * Limits failed handshakes per network, and per identity within a network. The counts are in
 * memory: they limit the load on this process; guessing a 160-bit secret is infeasible anyway.
 * There is no limit per identity across networks, because anyone could then lock a charge point out
 * by failing under its name. Successful handshakes don't count, so that hundreds of charge points
 * behind one address can reconnect at once.
 */
const WINDOW_MS = 60_000;
/** Ten misconfigured charge points of a site don't exhaust the limit of their network. */
export const MAX_PER_NETWORK = 200;
export const MAX_PER_IDENTITY = 20;
/** Bounds memory: further keys evict the oldest. */
const MAX_KEYS = 10_000;

export function createFailedHandshakes(now: () => Date) {
  const failures = createWindows(now);
  /** The network from which each identity was last admitted. */
  const lastNetworks = new Map<string, string>();

  function remember(identity: string, network: string) {
    lastNetworks.delete(identity);
    lastNetworks.set(identity, network);
    evictOldest(lastNetworks);
  }

  return {
    /** Must be called before any database lookup. */
    begin(identity: string, network: string) {
      // Other clients' failures must not lock a charge point out of its last network.
      const isLastNetwork = lastNetworks.get(identity) === network;
      const ofNetwork = `network ${network}`;
      const ofIdentity = `identity ${network} ${identity}`;
      const waitMs =
        (isLastNetwork ? 0 : failures.waitMs(ofNetwork, MAX_PER_NETWORK)) ||
        failures.waitMs(ofIdentity, MAX_PER_IDENTITY);
      // Counted before the outcome is known, so that concurrent attempts can't exceed the limit.
      if (waitMs === 0) failures.add(ofIdentity, 1);
      return {
        /** How long the client must wait before it may try again, in ms. 0 if it may try now. */
        waitMs,
        /** Records the outcome of an attempt that was let through. */
        settle(outcome: 'admitted' | 'refused' | 'broken'): void {
          if (outcome !== 'refused') failures.add(ofIdentity, -1);
          if (outcome === 'admitted') remember(identity, network);
          if (outcome === 'refused' && !isLastNetwork) failures.add(ofNetwork, 1);
        },
      };
    },
  };
}

function createWindows(now: () => Date) {
  const windows = new Map<string, { count: number; resetsAt: number }>();
  function open(key: string) {
    const known = windows.get(key);
    return known && known.resetsAt > now().getTime() ? known : undefined;
  }
  return {
    waitMs(key: string, limit: number): number {
      const window = open(key);
      return window && window.count >= limit ? window.resetsAt - now().getTime() : 0;
    },
    add(key: string, difference: 1 | -1) {
      const window = open(key);
      if (window) window.count = Math.max(0, window.count + difference);
      else if (difference > 0) {
        windows.delete(key);
        windows.set(key, { count: 1, resetsAt: now().getTime() + WINDOW_MS });
        evictOldest(windows);
      }
    },
  };
}

function evictOldest(map: Map<string, unknown>): void {
  if (map.size <= MAX_KEYS) return;
  const [oldest = ''] = map.keys();
  map.delete(oldest);
}
