import type { ChargerSite } from '@shared/contract';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import { chargePoints, connectors, pricePeriods } from '../db/schema.ts';
import { holdsAt } from './prices.ts';

type Summary = Pick<
  z.input<typeof ChargerSite>,
  'chargerSiteStatus' | 'cmcType' | 'cmMaxPower' | 'priceFrom'
>;

/** What the connectors of each site come to: how many are free, the highest power, the lowest price. */
export async function summarize(db: Db, siteIds: number[], now: Date): Promise<Map<number, Summary>> {
  if (siteIds.length === 0) return new Map();
  const rows = await db
    .select({
      siteId: chargePoints.siteId,
      total: sql<number>`count(*)::int`,
      available: count(sql`${chargePoints.online} and ${connectors.status} = 'Available'`),
      offLine: count(
        sql`not ${chargePoints.online} or ${connectors.status} is null or ${connectors.status} in ('Unavailable', 'Faulted')`,
      ),
      isDc: sql<boolean>`bool_or(${connectors.current} = 'DC')`,
      maxPower: sql<number>`max(${connectors.maxPowerKw})`,
      // A price by time alone is no price for a kWh to begin from.
      priceFrom: sql<number | null>`min(case
        when (${pricePeriods.price} ->> 'priceProfilePeriodFreeCharge')::boolean then 0
        else nullif((${pricePeriods.price} ->> 'PriceKwh')::float8, 0) end)`,
    })
    .from(chargePoints)
    .innerJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
    .leftJoin(pricePeriods, and(eq(pricePeriods.profileId, chargePoints.priceProfileId), holdsAt(now)))
    .where(inArray(chargePoints.siteId, siteIds))
    .groupBy(chargePoints.siteId);
  return new Map(
    rows.map(({ siteId, total, available, offLine, isDc, maxPower, priceFrom }) => [
      siteId,
      {
        chargerSiteStatus: { available, inUse: total - available - offLine, offLine },
        cmcType: isDc ? 'DC' : 'AC',
        cmMaxPower: maxPower,
        priceFrom,
      },
    ]),
  );
}

const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
