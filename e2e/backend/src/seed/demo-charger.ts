import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chargePoints, connectors, transactions } from '../db/schema.ts';

/**
 * Returns the number of a charger that works in the demo at this moment: simulated, online and
 * free.
 */
export async function demoChargerNumber(db: Db): Promise<string | undefined> {
  const [found] = await db
    .select({ code: chargePoints.code, connectorId: connectors.connectorId })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .leftJoin(
      transactions,
      and(
        eq(transactions.chargePointId, connectors.chargePointId),
        eq(transactions.connectorId, connectors.connectorId),
        isNull(transactions.stoppedAt),
      ),
    )
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
