import type { ChargerSite } from '@shared/contract';
import { type Bounds, isWithin, metresBetween, type Place } from './geometry.ts';

/** What stands on the map as a button: one site, or a cluster of sites near each other. */
export type Mark =
  | { key: string; at: Place; site: ChargerSite }
  | { key: string; at: Place; clusterId: number; count: number; available: number; inUse: number };

/** So many buttons at most, however many sites there are. The rest shows as dots, and stands in the list. */
export const MOST_MARKS = 100;

/** What the map libraries answer of our own data; clusters are made by their workers. */
interface MapFeature {
  geometry?: { type: string; coordinates?: unknown };
  properties?: Readonly<Record<string, unknown>> | null;
}

/**
 * Reads what the map has in view: each site and cluster once (a map tells of one again for every tile that it touches),
 * the nearest to the middle first served, then as one reads: from top to bottom, from left to right.
 * What is covered has no mark: a button that is focused but can't be seen or pressed is worse than the dot that is there.
 */
export function visibleMarks(
  features: readonly object[],
  sites: ReadonlyMap<string, ChargerSite>,
  bounds: Bounds,
  isCovered: (mark: Mark) => boolean = () => false,
): Mark[] {
  const marks = new Map<string, Mark>();
  for (const feature of features) {
    const mark = markOf(feature, sites);
    if (mark && isWithin(mark.at, bounds) && !isCovered(mark)) marks.set(mark.key, mark);
  }
  const middle = { lat: (bounds.north + bounds.south) / 2, lng: (bounds.east + bounds.west) / 2 };
  const distance = new Map([...marks.values()].map((mark) => [mark, metresBetween(mark.at, middle)]));
  return [...marks.values()]
    .sort((a, b) => (distance.get(a) ?? 0) - (distance.get(b) ?? 0))
    .slice(0, MOST_MARKS)
    .sort((a, b) => b.at.lat - a.at.lat || a.at.lng - b.at.lng);
}

/** The mark of a site that says where it is. */
export function siteMark(site: ChargerSite): Mark | undefined {
  if (!site.csLocation) return undefined;
  const [lng, lat] = site.csLocation.coordinates;
  return { key: `site ${site.csId}`, at: { lat, lng }, site };
}

function markOf(
  { geometry, properties }: MapFeature,
  sites: ReadonlyMap<string, ChargerSite>,
): Mark | undefined {
  const count = Number(properties?.point_count ?? 0);
  if (count === 0) {
    const site = sites.get(String(properties?.id));
    // The exact place: what comes back of a tile is rounded to its grid.
    return site && siteMark(site);
  }
  if (!Array.isArray(geometry?.coordinates)) return undefined;
  const [lng, lat] = geometry.coordinates.map(Number);
  if (lng === undefined || lat === undefined) return undefined;
  const clusterId = Number(properties?.cluster_id);
  return {
    key: `cluster ${clusterId}`,
    at: { lat, lng },
    clusterId,
    count,
    available: Number(properties?.available),
    inUse: Number(properties?.inUse),
  };
}
