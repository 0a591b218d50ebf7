import type { Db } from '../db/database.ts';
import { fleetVehicles, valetQueue } from '../db/schema.ts';

/** The demo's sites that have something on an operator's screens: a fleet, and a valet queue. */
export async function demoOperatorSites(db: Db): Promise<{ fleet?: number; valet?: number }> {
  const [fleet] = await db.select({ id: fleetVehicles.siteId }).from(fleetVehicles).limit(1);
  const [valet] = await db.select({ id: valetQueue.siteId }).from(valetQueue).limit(1);
  return { ...(fleet && { fleet: fleet.id }), ...(valet && { valet: valet.id }) };
}
