/** A brand's sites in the form of the API. */
import type { ChargerSite, OpeningDay } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/orm.ts';
import { type SiteRow, siteBrands, sites } from '../../platform/database/schema.ts';
import { localTime, minutesOf } from './local-time.ts';
import { distanceFrom, nearestSites, type SiteFilter } from './nearest.ts';
import type { Place } from './place.ts';
import { summarize } from './summary.ts';

/** Returns a brand's sites within `within` metres, nearest first, 1,000 at most. */
export async function searchSites(db: Db, filter: SiteFilter, from: Place, within: number, now: Date) {
  return describe(db, await nearestSites(db, filter, from, within), now);
}

/** Returns a brand's site by its id, or undefined; with the distance if `from` is given. */
export async function siteOf(db: Db, brandId: number, id: number, from: Place | undefined, now: Date) {
  const distance = from ? distanceFrom(from) : sql<null>`null::float8`;
  const found = await db
    .select({ site: sites, distance })
    .from(sites)
    .innerJoin(siteBrands, and(eq(siteBrands.siteId, sites.id), eq(siteBrands.brandId, brandId)))
    .where(eq(sites.id, id));
  const [site] = await describe(db, found, now);
  return site;
}

interface Found {
  site: SiteRow;
  distance: number | null;
}

async function describe(db: Db, found: Found[], now: Date): Promise<z.input<typeof ChargerSite>[]> {
  const ids = found.map(({ site }) => site.id);
  const summaries = await summarize(db, ids, now);
  return found.map(({ site, distance }) => ({
    csId: site.id,
    csName: site.name,
    csFormattedAddress: site.address,
    csLocation: { coordinates: [site.lng, site.lat] },
    distanceMeters: distance === null ? null : Math.round(distance),
    csFreeParking: site.freeParking,
    csPrivate: site.private,
    // A site without known hours is neither open nor closed.
    isOpen: site.openingHours.length === 0 ? null : isOpenAt(site.openingHours, now),
    csAvailability: site.openingHours.length === 0 ? null : JSON.stringify(site.openingHours),
    csBgFileId: site.backgroundFileId,
    csLogoFileId: site.logoFileId,
    csBgColor: site.color,
    ...summaries.get(site.id),
  }));
}

/**
 * Returns whether a site is open at an instant. A day that ends before it begins runs past
 * midnight; the last minute is included.
 */
function isOpenAt(days: OpeningDay[], at: Date): boolean {
  const { weekday, minute } = localTime(at);
  const today = spanOf(days[weekday]);
  const yesterday = spanOf(days[(weekday + 6) % 7]);
  if (yesterday && yesterday.to < yesterday.from && minute <= yesterday.to) return true;
  if (!today || minute < today.from) return false;
  return today.to < today.from || minute <= today.to;
}

function spanOf(day: OpeningDay | undefined): { from: number; to: number } | undefined {
  if (!day?.isOpen || !day.from || !day.to) return undefined;
  return { from: minutesOf(day.from), to: minutesOf(day.to) };
}
