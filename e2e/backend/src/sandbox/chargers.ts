/** Connectors in service with their printed numbers, for the sandbox page and for tests. */

import type { Db } from '../db/database.ts';
import { desc, eq } from '../db/orm.ts';
import { chargePoints, connectors, sites } from '../db/schema.ts';
import { isInService } from '../sites/in-service.ts';

export async function listChargers(db: Db) {
  const rows = await db
    .select({ site: sites, chargePoint: chargePoints, connector: connectors })
    .from(chargePoints)
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .innerJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
    .where(isInService)
    .orderBy(desc(chargePoints.online), sites.name, chargePoints.code, connectors.connectorId);
  return rows.map(({ site, chargePoint, connector }) => ({
    /** The number that a driver types and that the QR code contains. */
    number: `${chargePoint.code}-${connector.connectorId}`,
    site: site.name,
    name: connector.name,
    chargePointId: chargePoint.id,
    connectorId: connector.connectorId,
    plug: connector.plug,
    maxPowerKw: connector.maxPowerKw,
    online: chargePoint.online,
    status: connector.status,
    simulated: chargePoint.simulated,
  }));
}
