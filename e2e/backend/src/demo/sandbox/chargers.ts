/** Connectors in service with their printed numbers, for the sandbox page and for tests. */

import { isInService } from '../../domain/sites/in-service.ts';
import type { Db } from '../../platform/database/database.ts';
import { desc, eq } from '../../platform/database/orm.ts';
import { chargePoints, connectors, sites } from '../../platform/database/schema.ts';

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
