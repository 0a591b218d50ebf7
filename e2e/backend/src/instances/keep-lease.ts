import type { BackendContext } from '../context.ts';
import type { CentralSystem } from '../ocpp/central-system.ts';
import { LEASE_MS, renewLease } from './instances.ts';

export interface Lease {
  /** Renews this instance's lease, and takes the charge points of ended instances offline. */
  renew(): Promise<void>;
}

/** @param onConflict called if an instance that this one can't reach has started meanwhile */
export function createLease(
  { db, instance, log, options }: Pick<BackendContext, 'db' | 'instance' | 'log' | 'options'>,
  central: Pick<CentralSystem, 'refreshPresence' | 'endLost'>,
  onConflict: () => void,
): Lease {
  let uninterruptedSince = performance.now();
  return {
    async renew() {
      const result = await renewLease(db, instance, options.leaseMs);
      if (result === 'conflict') {
        log.fatal('another server runs on this database, and this one can’t reach it');
        return onConflict();
      }
      if (result === 'lapsed') {
        log.warn('this instance did not renew its lease in time');
        uninterruptedSince = performance.now();
        return central.refreshPresence();
      }
      // Right after an interruption of the database, all leases have expired although their
      // instances are running.
      if (performance.now() - uninterruptedSince > LEASE_MS) await central.endLost();
    },
  };
}
