import { type ConnectorUse, connectorUse } from '@shared/charging/connector-use';
import { type ChargerSite, CONNECTOR_STATUSES } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import {
  and,
  eq,
  inArray,
  max,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from '../../platform/database/orm.ts';
import { chargePoints, connectors, pricePeriods } from '../../platform/database/schema.ts';
import { isSomeonesTurn } from './hold.ts';
import { isInService } from './in-service.ts';
import { isInForceAt } from './prices.ts';

type Summary = Pick<
  z.input<typeof ChargerSite>,
  'chargerSiteStatus' | 'cmcType' | 'cmMaxPower' | 'priceFrom'
>;

/** Summarizes each site: how many connectors are free, the highest power, the lowest price. */
export async function summarize(db: Db, siteIds: number[], now: Date): Promise<Map<number, Summary>> {
  if (siteIds.length === 0) return new Map();
  const isKept = and(isUsedAs('available'), isSomeonesTurn);
  // One charge point at a time, by index: for a single join the planner reads all connectors.
  const pointCounts = db
    .select({
      total: sql<number>`count(*)`.as('total'),
      available: count(and(isUsedAs('available'), not(isSomeonesTurn))).as('available'),
      inUse: count(or(isUsedAs('inUse'), isKept)).as('in_use'),
      reserved: count(isKept).as('reserved'),
      dc: count(eq(connectors.current, 'DC')).as('dc'),
      maxPower: max(connectors.maxPowerKw).as('max_power'),
    })
    .from(connectors)
    .where(and(eq(connectors.chargePointId, chargePoints.id), isInService))
    .as('of_point');
  const online = chargePoints.online;
  const rows = await db
    .select({
      siteId: chargePoints.siteId,
      total: total(pointCounts.total),
      available: total(sql`case when ${online} then ${pointCounts.available} else 0 end`),
      inUse: total(sql`case when ${online} then ${pointCounts.inUse} else 0 end`),
      reserved: total(sql`case when ${online} then ${pointCounts.reserved} else 0 end`),
      disconnected: total(sql`case when ${online} then 0 else ${pointCounts.total} end`),
      dc: total(pointCounts.dc),
      maxPower: max(pointCounts.maxPower).mapWith(Number),
      // A price that depends on time alone isn't a price per kWh.
      priceFrom: sql<number | null>`min(case
        when (${pricePeriods.price} ->> 'priceProfilePeriodFreeCharge')::boolean then 0
        else nullif((${pricePeriods.price} ->> 'PriceKwh')::float8, 0) end)`,
    })
    .from(chargePoints)
    .crossJoinLateral(pointCounts)
    .leftJoin(pricePeriods, and(eq(pricePeriods.profileId, chargePoints.priceProfileId), isInForceAt(now)))
    .where(inArray(chargePoints.siteId, siteIds))
    .groupBy(chargePoints.siteId);
  return new Map(
    rows.map(({ siteId, total, available, inUse, reserved, disconnected, dc, maxPower, priceFrom }) => [
      siteId,
      {
        chargerSiteStatus: {
          available,
          inUse,
          reserved: reserved || undefined,
          offLine: total - available - inUse,
          disconnected,
        },
        cmcType: dc > 0 ? 'DC' : 'AC',
        cmMaxPower: maxPower,
        priceFrom,
      },
    ]),
  );
}

/** Condition on `connectors`: the status has this meaning while the charge point is online. */
const isUsedAs = (use: ConnectorUse) =>
  inArray(
    connectors.status,
    CONNECTOR_STATUSES.filter((status) => connectorUse(true, status) === use),
  );
const count = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})`;
const total = (figures: SQLWrapper) => sql<number>`sum(${figures})::int`;
