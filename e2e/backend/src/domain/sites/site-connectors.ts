import type { SiteConnector } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/orm.ts';
import { chargePoints, connectors } from '../../platform/database/schema.ts';
import { shownStatus } from './hold.ts';
import { isInService } from './in-service.ts';
import { keyOf, type Measurement } from './measure-connectors.ts';
import { currentPrices } from './prices.ts';

/** Order of connectors joined with their charge points: `Vaga 2` comes before `Vaga 10`. */
export const BY_NAME = [
  sql`length(${connectors.name})`,
  connectors.name,
  chargePoints.code,
  connectors.connectorId,
] as const;

/** Returns the connectors of a site with their charge points, sorted by name. */
export const readSiteConnectors = (db: Db, siteId: number) =>
  db
    .select({ connector: connectors, chargePoint: chargePoints })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(and(eq(chargePoints.siteId, siteId), isInService))
    .orderBy(...BY_NAME);

/** Returns the connectors of a site, each with the price in force and its measurements. */
export async function siteConnectors(
  db: Db,
  siteId: number,
  now: Date,
  measurements: ReadonlyMap<string, Measurement>,
): Promise<z.input<typeof SiteConnector>[]> {
  const rows = await readSiteConnectors(db, siteId);
  const profileIds = [...new Set(rows.map(({ chargePoint }) => chargePoint.priceProfileId))];
  const prices = await currentPrices(db, profileIds, now);
  return rows.map(({ connector, chargePoint }) => ({
    chargePointId: chargePoint.id,
    connectorId: connector.connectorId,
    cpCode: chargePoint.code,
    cpCsId: chargePoint.siteId,
    name: connector.name,
    cpStatus: chargePoint.online ? 'Online' : 'Offline',
    connectorStatus: shownStatus(connector),
    cmMaxPower: connector.maxPowerKw,
    cmcType: connector.current,
    cctName: connector.plug,
    priceProfilePeriod: prices.get(chargePoint.priceProfileId),
    ...measurements.get(keyOf(connector)),
  }));
}
