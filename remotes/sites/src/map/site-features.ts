import type { ChargerCounts, ChargerSite } from '@shared/contract';
import type { StatusKind } from '@shared/ui';

/** How a site is marked: green if any charger is available, blue if any is in use, gray otherwise (specification, section 2). */
export type PinKind = Extract<StatusKind, 'available' | 'inUse' | 'offline'>;

export function pinKind(counts: ChargerCounts | undefined): PinKind {
  if (counts && counts.available > 0) return 'available';
  return counts && counts.inUse > 0 ? 'inUse' : 'offline';
}

/** A site as the map's own data: the rest is looked up by its id. */
interface SiteFeature {
  type: 'Feature';
  geometry: { type: 'Point'; coordinates: [number, number] };
  properties: { id: string; kind: PinKind };
}

export interface SiteFeatures {
  type: 'FeatureCollection';
  features: SiteFeature[];
}

/** The sites that say where they are, as GeoJSON. */
export function siteFeatures(sites: readonly ChargerSite[]): SiteFeatures {
  return { type: 'FeatureCollection', features: sites.flatMap(featureOf) };
}

function featureOf({ csId, csLocation, chargerSiteStatus }: ChargerSite): SiteFeature[] {
  if (!csLocation) return [];
  const [lng, lat] = csLocation.coordinates;
  return [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { id: csId, kind: pinKind(chargerSiteStatus) },
    },
  ];
}
