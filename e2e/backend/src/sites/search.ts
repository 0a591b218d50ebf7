/** Finding sites by place and filter; distances are the database's work. */
import type { ChargerSite, CURRENTS, Plug } from '@shared/contract';
import { and, asc, between, eq, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import { chargePoints, connectors, siteBrands, sites } from '../db/schema.ts';
import { isOpenAt } from './opening.ts';
import type { Place } from './place.ts';
import { summarize } from './summary.ts';

const EARTH_RADIUS = 6_371_000;
const METRES_PER_DEGREE = 111_195;
const LIMIT = 1000;

export interface SiteFilter {
  brandId: number;
  /** Distances are told from here. */
  from?: Place | undefined;
  /** Only sites within so many metres of `from`. */
  within?: number | undefined;
  siteId?: number | undefined;
  freeParking?: boolean | undefined;
  plug?: Plug | undefined;
  current?: (typeof CURRENTS)[number] | undefined;
}

/** A brand's sites, nearest first where there is a place to count from; 1,000 at most. */
export async function findSites(
  db: Db,
  filter: SiteFilter,
  now: Date,
): Promise<z.input<typeof ChargerSite>[]> {
  const distance = filter.from ? distanceFrom(filter.from) : sql<number | null>`null::float8`;
  const found = await db
    .select({ site: sites, distance })
    .from(sites)
    .innerJoin(siteBrands, and(eq(siteBrands.siteId, sites.id), eq(siteBrands.brandId, filter.brandId)))
    .where(and(...conditions(filter, distance)))
    .orderBy(asc(distance), asc(sites.id))
    .limit(LIMIT);
  const summaries = await summarize(
    db,
    found.map(({ site }) => site.id),
    now,
  );
  return found.map(({ site, distance: metres }) => ({
    csId: site.id,
    csName: site.name,
    csFormattedAddress: site.address,
    csLocation: { coordinates: [site.lng, site.lat] },
    distanceMeters: metres === null ? null : Math.round(metres),
    csFreeParking: site.freeParking,
    csPrivate: site.private,
    isOpen: isOpenAt(site.openingHours, now),
    csAvailability: JSON.stringify(site.openingHours),
    csBgFileId: site.backgroundFileId,
    csLogoFileId: site.logoFileId,
    csBgColor: site.color,
    ...summaries.get(site.id),
  }));
}

function conditions(filter: SiteFilter, distance: SQL): (SQL | undefined)[] {
  const { from, within, siteId, freeParking, plug, current } = filter;
  const wanted = [plug && sql`c.plug = ${plug}`, current && sql`c.current = ${current}`].filter(
    (one) => one !== undefined,
  );
  return [
    siteId === undefined ? undefined : eq(sites.id, siteId),
    freeParking ? eq(sites.freeParking, true) : undefined,
    // One and the same connector has the plug and the current.
    wanted.length > 0
      ? sql`exists (select 1 from ${connectors} c join ${chargePoints} p on p.id = c.charge_point_id
          where p.site_id = ${sites.id} and ${sql.join(wanted, sql` and `)})`
      : undefined,
    // The index on latitude leaves few rows to compute distances for.
    ...(from && within !== undefined
      ? [
          between(sites.lat, from.lat - within / METRES_PER_DEGREE, from.lat + within / METRES_PER_DEGREE),
          sql`${distance} <= ${within}`,
        ]
      : []),
  ];
}

/** Metres on the sphere (haversine). */
function distanceFrom({ lat, lng }: Place): SQL<number> {
  return sql<number>`(${2 * EARTH_RADIUS}::float8 * asin(least(1, sqrt(
    power(sin(radians(${sites.lat} - ${lat}::float8) / 2), 2)
    + cos(radians(${lat}::float8)) * cos(radians(${sites.lat}))
    * power(sin(radians(${sites.lng} - ${lng}::float8) / 2), 2)))))`;
}
