import type { PlatformContext } from '../context.ts';
import { LEASE_MS, renewLease } from './instances.ts';

interface Connections {
  /** Corrects what is stored about this instance's connections. */
  refreshPresence(): Promise<void>;
  /** Marks the charge points of ended instances as offline. */
  endLost(): Promise<void>;
}

/**
 * Returns a function that renews this instance's lease, and takes the charge points of ended instances
 * offline.
 * @param onConflict called if an instance that this one can't reach has started meanwhile
 */
export function createLeaseRenewal(
  { db, clock, instance, log, options }: PlatformContext,
  connections: Connections,
  onConflict: () => void,
): () => Promise<void> {
  let uninterruptedSince = clock.elapsed();
  return async () => {
    const result = await renewLease(db, instance, options.leaseMs);
    if (result === 'conflict') {
      log.fatal('another server runs on this database, and this one can’t reach it');
      return onConflict();
    }
    if (result === 'lapsed') {
      log.warn('this instance did not renew its lease in time');
      uninterruptedSince = clock.elapsed();
      return connections.refreshPresence();
    }
    // Right after an interruption of the database, all leases have expired although their
    // instances are running.
    if (clock.elapsed() - uninterruptedSince > LEASE_MS) await connections.endLost();
  };
}
