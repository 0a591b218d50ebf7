/**
 * Limits failed handshakes per address block, and per identity within an address block, across all
 * instances. They also count for the /48 around an IPv6 /64. The counts are in memory, and shared
 * over the bus: if each failure were written to the database, anyone could overload it. There is no
 * limit per identity across address blocks, because anyone could then lock a charge point out by
 * failing with its identity. Successful handshakes don't count, so that hundreds of charge points
 * behind one IP address can reconnect at once.
 */

import type { Bus } from '../../platform/bus/bus.ts';
import { withWider } from '../../platform/limits/client-address.ts';
import { WIDE } from '../../platform/limits/limits.ts';

const WINDOW_MS = 60_000;
/** Ten misconfigured charge points at a site stay below their address block's limit. */
export const MAX_PER_ADDRESS_BLOCK = 200;
export const MAX_PER_IDENTITY = 20;
/** Bounds memory: further keys evict the oldest. */
const MAX_KEYS = 10_000;

export function createFailedHandshakes(
  now: () => Date,
  { publish, subscribe }: Pick<Bus, 'publish' | 'subscribe'>,
) {
  const failures = createWindows(now);
  /** The address block from which each identity was last admitted. */
  const lastBlocks = new Map<string, string>();

  // Includes this instance's own failures.
  subscribe((event) => {
    if (event.kind !== 'handshakeRefused') return;
    const { identity, network: block } = event;
    for (const each of withWider(block)) {
      failures.add(keyOfIdentity(identity, each), 1);
      if (lastBlocks.get(identity) !== block) failures.add(keyOfBlock(each), 1);
    }
  });

  function remember(identity: string, block: string) {
    lastBlocks.delete(identity);
    lastBlocks.set(identity, block);
    evictOldest(lastBlocks);
  }

  return {
    /** Begins a handshake. Must be called before any database lookup. */
    begin(identity: string, block: string) {
      // Other clients' failures must not lock a charge point out of its last address block.
      const isLastBlock = lastBlocks.get(identity) === block;
      const blockKeys = isLastBlock ? [] : withWider(block).map(keyOfBlock);
      const identityKeys = (isLastBlock ? [block] : withWider(block)).map((each) =>
        keyOfIdentity(identity, each),
      );
      const waitMs = Math.max(
        ...blockKeys.map((key, width) => failures.waitMs(key, MAX_PER_ADDRESS_BLOCK * WIDE ** width)),
        ...identityKeys.map((key, width) => failures.waitMs(key, MAX_PER_IDENTITY * WIDE ** width)),
      );
      const count = (difference: 1 | -1) => {
        for (const key of identityKeys) failures.add(key, difference);
      };
      // Counted before the outcome is known, so that concurrent ones can't exceed the limit.
      if (waitMs === 0) count(1);
      return {
        /** How long the client must wait before it may try again, in ms. 0 if it may try now. */
        waitMs,
        /** Records the outcome of a handshake that was let through. */
        settle(outcome: 'admitted' | 'refused' | 'broken'): void {
          count(-1);
          if (outcome === 'admitted') remember(identity, block);
          if (outcome === 'refused') void publish({ kind: 'handshakeRefused', identity, network: block });
        },
      };
    },
  };
}

const keyOfBlock = (block: string) => `block ${block}`;
const keyOfIdentity = (identity: string, block: string) => `identity ${block} ${identity}`;

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
