import type { Duplex } from 'node:stream';

/** Counts open connections by key. */
export interface Slots {
  /** Counts `connection` until it closes; returns false, and counts nothing, when the key has no slot left. */
  take(key: string, connection: Duplex): boolean;
}

/** @param limit connections of one key at the same time */
export function createSlots(limit: number): Slots {
  const taken = new Map<string, number>();
  return {
    take(key, connection) {
      const count = taken.get(key) ?? 0;
      // A connection that is gone emits no further `close`.
      if (count >= limit || connection.destroyed) return false;
      taken.set(key, count + 1);
      connection.once('close', () => {
        const left = (taken.get(key) ?? 0) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      });
      return true;
    },
  };
}
