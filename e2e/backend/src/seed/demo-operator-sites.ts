import type { Db } from '../db/database.ts';
import { fleetVehicles, valetQueue } from '../db/schema.ts';

/**
 * Returns demo sites with content on an operator's screens: one with a fleet and one with a valet
 * queue.
 */
export async function demoOperatorSites(db: Db): Promise<{ fleet?: number; valet?: number }> {
  const [fleet] = await db.select({ id: fleetVehicles.siteId }).from(fleetVehicles).limit(1);
  const [valet] = await db.select({ id: valetQueue.siteId }).from(valetQueue).limit(1);
  return { ...(fleet && { fleet: fleet.id }), ...(valet && { valet: valet.id }) };
}
