import type { ChargerSite } from '@shared/contract';
import { type SiteState, siteState } from '../site-card/availability.ts';

/** Site in the map's source; its other data is looked up by id. */
interface SiteFeature {
  type: 'Feature';
  geometry: { type: 'Point'; coordinates: [number, number] };
  properties: { id: string; kind: SiteState };
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
      properties: { id: csId, kind: siteState(chargerSiteStatus) },
    },
  ];
}
