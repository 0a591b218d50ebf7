import type { ValetConnector } from '@shared/contract';
import type * as z from 'zod/mini';
import { and, eq, exists, sql } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import { chargePoints, connectors, startAttempts } from '../../platform/database/schema.ts';
import { isWaiting } from '../charging/attempts.ts';
import type { ChargingContext } from '../charging/context.ts';
import { shownStatus } from '../sites/hold.ts';
import { isInService } from '../sites/in-service.ts';
import { BY_NAME } from '../sites/site-connectors.ts';

/** Returns a site's connectors by name, for a valet to choose from. */
export async function listConnectors(
  { db, now }: Pick<ChargingContext, 'db' | 'now'>,
  siteId: number,
): Promise<z.input<typeof ValetConnector>[]> {
  const starts = db
    .select({ id: startAttempts.id })
    .from(startAttempts)
    .where(and(isAt(startAttempts, connectors), isWaiting(now())));
  const rows = await db
    .select({
      connector: connectors,
      online: chargePoints.online,
      isReserved: sql<boolean>`${exists(starts)}`,
    })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(and(eq(chargePoints.siteId, siteId), isInService))
    .orderBy(...BY_NAME);
  return rows.map(({ connector, online, isReserved }) => ({
    chargePointId: connector.chargePointId,
    connectorId: connector.connectorId,
    name: connector.name,
    // A connector that waits for its car isn't available to others; an offline charge point's last
    // status may be outdated.
    connectorStatus: online ? (isReserved ? 'Unavailable' : shownStatus(connector)) : null,
  }));
}
