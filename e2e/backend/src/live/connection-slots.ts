import type { Duplex } from 'node:stream';

/** Counts open connections per key. */
export interface ConnectionSlots {
  /**
   * Counts `connection` until it closes. Returns false without counting if the key has no free
   * slot.
   */
  take(key: string, connection: Duplex): boolean;
}

/** @param limit concurrent connections per key */
export function createConnectionSlots(limit: number): ConnectionSlots {
  const taken = new Map<string, number>();
  return {
    take(key, connection) {
      const count = taken.get(key) ?? 0;
      // A destroyed connection emits no further `close`.
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
