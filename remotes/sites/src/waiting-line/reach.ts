/**
 * Whether a driver is near enough to a site to wait in its line: within 2 km, or 15 minutes away. Judged on the
 * device, so that no position is sent or stored.
 */
import type { ChargerSite } from '@shared/contract';

interface Place {
  lat: number;
  lng: number;
}

/** `asks`: only the driver knows how long the way takes. */
export type Reach = 'near' | 'asks' | 'far';

const NEAR_METRES = 2_000;
/** No driver gets there in 15 minutes from farther away, at 80 km/h in a straight line. */
const FAR_METRES = 20_000;

export function reachOf(site: Pick<ChargerSite, 'csLocation'>, here: Place | undefined): Reach {
  const [lng, lat] = site.csLocation?.coordinates ?? [];
  if (!here || lng === undefined || lat === undefined) return 'asks';
  const metres = metresBetween(here, { lat, lng });
  if (metres <= NEAR_METRES) return 'near';
  return metres <= FAR_METRES ? 'asks' : 'far';
}

const EARTH_METRES = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance (haversine). */
function metresBetween(from: Place, to: Place): number {
  const [dLat, dLng] = [radians(to.lat - from.lat), radians(to.lng - from.lng)];
  const a =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(a));
}
