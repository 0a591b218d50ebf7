/** The brand's sites nearest to a place, by exact metres, out of any number of sites. */
import type { CURRENTS, Plug } from '@shared/contract';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chargePoints, connectors, siteBrands, sites } from '../db/schema.ts';
import type { Place } from './place.ts';

const EARTH_RADIUS = 6_371_000;
/** Nothing on Earth is farther. */
const HALF_ROUND = Math.PI * EARTH_RADIUS;
/** The search answers no more (decisions, section 4). */
export const MOST_SITES = 1000;
/** So many sites are sorted without a thought; where more stand, a smaller circle is looked at first. */
const CROWD = 4 * MOST_SITES;
const LEAST_METRES = 250;

export interface SiteFilter {
  brandId: number;
  freeParking?: boolean | undefined;
  plug?: Plug | undefined;
  current?: (typeof CURRENTS)[number] | undefined;
}

/**
 * At most 1,000 sites within so many metres, nearest first. Where sites stand close together the circle shrinks before
 * anything is sorted, and grows again until it holds enough: the time goes by what is answered, not by what there is.
 */
export async function nearestSites(db: Db, filter: SiteFilter, from: Place, within: number) {
  const farthest = Math.min(within, HALF_ROUND);
  let radius = farthest;
  while (radius > LEAST_METRES && (await isCrowded(db, from, radius))) radius /= 4;
  while (true) {
    const found = await sitesWithin(db, filter, from, radius);
    if (found.length === MOST_SITES || radius === farthest) return found;
    radius = Math.min(farthest, radius * 2);
  }
}

/** One circle's sites, nearest first. */
export function sitesWithin(db: Db, filter: SiteFilter, from: Place, radius: number) {
  const distance = distanceFrom(from);
  return db
    .select({ site: sites, distance })
    .from(sites)
    .innerJoin(siteBrands, and(eq(siteBrands.siteId, sites.id), eq(siteBrands.brandId, filter.brandId)))
    .where(and(isInBox(from, radius), sql`${distance} <= ${radius}`, ...conditions(filter)))
    .orderBy(asc(distance), asc(sites.id))
    .limit(MOST_SITES);
}

/** Metres on the sphere (haversine) to each site. */
export function distanceFrom({ lat, lng }: Place): SQL<number> {
  return sql<number>`(${2 * EARTH_RADIUS}::float8 * asin(least(1, sqrt(
    power(sin(radians(${sites.lat} - ${lat}::float8) / 2), 2)
    + cos(radians(${lat}::float8)) * cos(radians(${sites.lat}))
    * power(sin(radians(${sites.lng} - ${lng}::float8) / 2), 2)))))`;
}

function conditions({ freeParking, plug, current }: SiteFilter): (SQL | undefined)[] {
  const wanted = [
    plug && sql`${connectors.plug} = ${plug}`,
    current && sql`${connectors.current} = ${current}`,
  ].filter((one) => one !== undefined);
  return [
    freeParking ? eq(sites.freeParking, true) : undefined,
    // One and the same connector has the plug and the current.
    wanted.length > 0
      ? sql`exists (select 1 from ${chargePoints}
          join ${connectors} on ${connectors.chargePointId} = ${chargePoints.id}
          where ${chargePoints.siteId} = ${sites.id} and ${sql.join(wanted, sql` and `)})`
      : undefined,
  ];
}

async function isCrowded(db: Db, from: Place, radius: number): Promise<boolean> {
  const some = db
    .select({ id: sites.id })
    .from(sites)
    .where(isInBox(from, radius))
    .limit(CROWD + 1);
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some.as('some'));
  return (row?.count ?? 0) > CROWD;
}

/** Condition that the index on the sites' points answers: in the box around the circle. */
function isInBox({ lat, lng }: Place, radius: number): SQL {
  // A hair wider than the circle, so that rounding loses no site on its edge.
  const angle = (radius / EARTH_RADIUS) * (1 + 1e-9) + 1e-9;
  const north = (angle * 180) / Math.PI;
  const aside = Math.sin(Math.min(angle, Math.PI / 2)) / Math.cos((lat * Math.PI) / 180);
  const east = (Math.asin(Math.min(1, aside)) * 180) / Math.PI;
  // Around a pole and across the antimeridian the box goes all the way round.
  const goesRound = Math.abs(lat) + north >= 90 || Math.abs(lng) + east > 180;
  const [west, toEast] = goesRound ? [-180, 180] : [lng - east, lng + east];
  return sql`point(${sites.lng}, ${sites.lat}) <@ box(
    point(${west}::float8, ${lat - north}::float8), point(${toEast}::float8, ${lat + north}::float8))`;
}
