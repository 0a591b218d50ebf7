import type { ChargerSite } from '@shared/contract';
import { strings } from './strings.ts';

interface Direction {
  name: string;
  url: string;
}

/** Returns a link with directions for each maps app; none if the site has no valid location. */
export function directionsTo(site: ChargerSite): Direction[] {
  if (!site.csLocation) return [];
  const [lng, lat] = site.csLocation.coordinates;
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return [];
  const place = `${lat},${lng}`;
  return [
    { name: strings.appleMaps, url: `https://maps.apple.com/?daddr=${place}&dirflg=d` },
    { name: strings.googleMaps, url: `https://www.google.com/maps/dir/?api=1&destination=${place}` },
    { name: strings.waze, url: `https://waze.com/ul?ll=${place}&navigate=yes` },
  ];
}
