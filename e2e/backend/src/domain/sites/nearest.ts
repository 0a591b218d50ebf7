/** Search for a brand's sites nearest to a place, by exact distance, among any number of sites. */
import type { CURRENTS, Plug } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, type SQL, sql } from '../../platform/database/orm.ts';
import { chargePoints, connectors, siteBrands, sites } from '../../platform/database/schema.ts';
import { isInService } from './in-service.ts';
import type { Place } from './place.ts';

const EARTH_RADIUS = 6_371_000;
/** Largest distance between two points on Earth, in metres. */
const HALF_ROUND = Math.PI * EARTH_RADIUS;
/** Maximum number of sites that a search returns. */
export const MAX_SITES = 1000;
/** This many sites are sorted directly; with more, a smaller circle is searched first. */
const CANDIDATE_LIMIT = 4 * MAX_SITES;
const MIN_METRES = 250;
/** Area of a circle as a share of its box. */
const CIRCLE_IN_BOX = Math.PI / 4;
/** With fewer matches in the first circle, the filter may match few sites at all. */
const RARE = 20;

export interface SiteFilter {
  brandId: number;
  freeParking?: boolean | undefined;
  plug?: Plug | undefined;
  current?: (typeof CURRENTS)[number] | undefined;
}

/**
 * Returns at most 1,000 sites within `within` metres, nearest first. The circle shrinks while it has
 * too many sites to sort, and grows again until it has enough matches. If few sites match the filter,
 * all of those are considered. So the time depends on the number of results, not on the number of
 * sites.
 */
export async function nearestSites(db: Db, filter: SiteFilter, from: Place, within: number) {
  const farthest = Math.min(within, HALF_ROUND);
  let radius = farthest;
  let inBox = await countSites(db, isInBox(from, radius));
  while (radius > MIN_METRES && inBox > CANDIDATE_LIMIT) {
    radius /= 4;
    inBox = await countSites(db, isInBox(from, radius));
  }
  if (radius < farthest) radius = Math.min(farthest, radius * growthFor(inBox * CIRCLE_IN_BOX, 1));
  let manyMatch: boolean | undefined;
  for (let circles = 1; ; circles++) {
    const found = await sitesInCircle(db, filter, from, radius);
    if (found.length === MAX_SITES || radius === farthest) return found;
    // Counting takes longer than a small circle with many matches.
    if (found.length < RARE || circles > 1)
      manyMatch ??= (await countSites(db, matching(filter))) > CANDIDATE_LIMIT;
    if (manyMatch === false) return matchingSites(db, filter, from, farthest);
    radius = Math.min(farthest, radius * growthFor(found.length, 1.5));
  }
}

/** Returns the factor, at least `least`, by which to enlarge a circle, assuming that matches are spread evenly. */
const growthFor = (matchCount: number, least: number) =>
  Math.min(8, Math.max(least, Math.sqrt((1.5 * MAX_SITES) / (matchCount + 1))));

/** Selects the sites of one circle, nearest first, with the index on points. */
export const sitesInCircle = (db: Db, filter: SiteFilter, from: Place, radius: number) =>
  matchingSites(db, filter, from, radius, isInBox(from, radius));

function matchingSites(db: Db, filter: SiteFilter, from: Place, radius: number, narrowed?: SQL) {
  const distance = distanceFrom(from);
  return db
    .select({ site: sites, distance })
    .from(sites)
    .where(and(narrowed, sql`${distance} <= ${radius}`, matching(filter)))
    .orderBy(asc(distance), asc(sites.id))
    .limit(MAX_SITES);
}

/** Counts sites, but no more than one beyond the limit. */
async function countSites(db: Db, condition: SQL | undefined): Promise<number> {
  const limited = db
    .select({ id: sites.id })
    .from(sites)
    .where(condition)
    .limit(CANDIDATE_LIMIT + 1);
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(limited.as('some'));
  return row?.count ?? 0;
}

/** Expression for the distance to each site on the sphere, in metres (haversine). */
export function distanceFrom({ lat, lng }: Place): SQL<number> {
  return sql<number>`(${2 * EARTH_RADIUS}::float8 * asin(least(1, sqrt(
    power(sin(radians(${sites.lat} - ${lat}::float8) / 2), 2)
    + cos(radians(${lat}::float8)) * cos(radians(${sites.lat}))
    * power(sin(radians(${sites.lng} - ${lng}::float8) / 2), 2)))))`;
}

/** Condition on `sites`: shown by the brand, and matching the filter. */
function matching({ brandId, freeParking, plug, current }: SiteFilter): SQL | undefined {
  const isShownByBrand = sql`exists (select 1 from ${siteBrands}
    where ${siteBrands.siteId} = ${sites.id} and ${siteBrands.brandId} = ${brandId})`;
  // The same connector must have the plug and the current.
  const wanted = and(
    plug ? eq(connectors.plug, plug) : undefined,
    current ? eq(connectors.current, current) : undefined,
  );
  const hasConnector =
    wanted &&
    sql`exists (select 1 from ${chargePoints} join ${connectors} on ${connectors.chargePointId} = ${chargePoints.id}
      where ${chargePoints.siteId} = ${sites.id} and ${isInService} and ${wanted})`;
  return and(isShownByBrand, freeParking ? eq(sites.freeParking, true) : undefined, hasConnector);
}

/** Condition that the index on the sites' points supports: in the box around the circle. */
function isInBox({ lat, lng }: Place, radius: number): SQL {
  // Slightly larger than the circle, so that rounding excludes no site on its edge.
  const angle = (radius / EARTH_RADIUS) * (1 + 1e-9) + 1e-9;
  const north = (angle * 180) / Math.PI;
  const aside = Math.sin(Math.min(angle, Math.PI / 2)) / Math.cos((lat * Math.PI) / 180);
  const east = (Math.asin(Math.min(1, aside)) * 180) / Math.PI;
  // Around a pole and across the antimeridian the box spans all longitudes.
  const spansAllLongitudes = Math.abs(lat) + north >= 90 || Math.abs(lng) + east > 180;
  const [west, toEast] = spansAllLongitudes ? [-180, 180] : [lng - east, lng + east];
  return sql`point(${sites.lng}, ${sites.lat}) <@ box(
    point(${west}::float8, ${lat - north}::float8), point(${toEast}::float8, ${lat + north}::float8))`;
}
