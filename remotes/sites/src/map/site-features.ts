import type { ChargerCounts, ChargerSite } from '@shared/contract';
import type { StatusKind } from '@shared/ui';

/** State of a pin: green if any charger is available, blue if any is in use, gray otherwise. */
export type PinKind = Extract<StatusKind, 'available' | 'inUse' | 'offline'>;

export function pinKind(counts: ChargerCounts | undefined): PinKind {
  if (counts && counts.available > 0) return 'available';
  return counts && counts.inUse > 0 ? 'inUse' : 'offline';
}

/** Site in the map's source; its other data is looked up by id. */
interface SiteFeature {
  type: 'Feature';
  geometry: { type: 'Point'; coordinates: [number, number] };
  properties: { id: string; kind: PinKind };
}

export interface SiteFeatures {
  type: 'FeatureCollection';
  features: SiteFeature[];
}

/** Returns the sites that have a location as GeoJSON. */
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
