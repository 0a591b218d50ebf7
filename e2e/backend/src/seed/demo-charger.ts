import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chargePoints, connectors } from '../db/schema.ts';

/** The number of a charger that someone trying the demo can type: simulated, and free as the demo starts. */
export async function demoChargerNumber(db: Db): Promise<string | undefined> {
  const [found] = await db
    .select({ code: chargePoints.code, connectorId: connectors.connectorId })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(and(eq(chargePoints.simulated, true), isNull(connectors.simulation)))
    .orderBy(asc(chargePoints.siteId), asc(connectors.name))
    .limit(1);
  return found && `${found.code}-${found.connectorId}`;
}
