/**
 * Whether a driver is near enough to a site to wait in its line: within 2 km, or 15 minutes away. Judged on the
 * device, so that no position is sent or stored.
 */
import type { ChargerSite } from '@shared/contract';
import { metresBetween, type Place } from '../map/geometry.ts';

/** `asks`: only the driver knows how long the way takes. */
type Reach = 'near' | 'asks' | 'far';

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
