import type { ChargerSite } from '@shared/contract';
import { type Bounds, isWithin, metresBetween, type Place } from './geometry.ts';

/** A button on the map: one site, or a cluster of sites close to each other. */
export type Mark =
  | { key: string; at: Place; site: ChargerSite }
  | { key: string; at: Place; clusterId: number; count: number; available: number; inUse: number };

/** Maximum number of buttons. Other sites appear as dots and in the list. */
export const MAX_MARKS = 100;

/** Feature of our source as the map libraries return it; their workers create the clusters. */
interface MapFeature {
  geometry?: { type: string; coordinates?: unknown };
  properties?: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns the markers in view: each site and cluster once (a map returns one for every tile that it
 * touches), at most the `MAX_MARKS` nearest to the centre, from top to bottom and left to right.
 * Covered markers are left out: a focusable button that can't be seen or pressed is worse than the
 * dot below it.
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
    .slice(0, MAX_MARKS)
    .sort((a, b) => b.at.lat - a.at.lat || a.at.lng - b.at.lng);
}

/** Returns the marker of a site, or undefined if the site has no location. */
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
    // Use the site's own coordinates: those from a tile are rounded to its grid.
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
