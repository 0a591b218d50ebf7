/** What the start message says about the demo, also for the tests. */

import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, isNull } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  fleetVehicles,
  transactions,
  valetQueue,
} from '../../platform/database/schema.ts';

/** Returns the number of a charger that works at this moment: simulated, online and free. */
export async function demoChargerNumber(db: Db): Promise<string | undefined> {
  const [found] = await db
    .select({ code: chargePoints.code, connectorId: connectors.connectorId })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .leftJoin(transactions, and(isAt(transactions, connectors), isNull(transactions.stoppedAt)))
    .where(
      and(
        eq(chargePoints.simulated, true),
        eq(chargePoints.online, true),
        eq(connectors.status, 'Available'),
        isNull(connectors.simulation),
        isNull(transactions.id),
      ),
    )
    .orderBy(asc(chargePoints.siteId), asc(connectors.name))
    .limit(1);
  return found && `${found.code}-${found.connectorId}`;
}

/** Returns sites with content on an operator's screens: one with a fleet, one with a valet queue. */
export async function demoOperatorSites(db: Db) {
  const [fleet] = await db.select({ id: fleetVehicles.siteId }).from(fleetVehicles).limit(1);
  const [valet] = await db.select({ id: valetQueue.siteId }).from(valetQueue).limit(1);
  return { fleet: fleet?.id, valet: valet?.id };
}

const ALL_INTERFACES = new Set(['0.0.0.0', '::']);

/** Returns the line that a sandbox logs when it starts: what it allows, and to which networks. */
export function sandboxNotice({ host }: { host: string }): string {
  const where = ALL_INTERFACES.has(host) ? 'listens on all network interfaces' : `listens on ${host}`;
  return `This is a sandbox: it ${where}, its demo logins are public, and charge points need no password.`;
}
