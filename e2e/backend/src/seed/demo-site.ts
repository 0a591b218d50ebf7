/** What the demo's data tells of a site. */
import { PRODUCT } from '@shared/contract';
import type { GroundName } from './grounds.ts';
import type { OpeningKind } from './opening-hours.ts';
import type { ProfileName } from './prices.ts';

export interface DemoSite {
  name: string;
  address: string;
  at: [lat: number, lng: number];
  hours: OpeningKind;
  price: ProfileName;
  /**
   * Charge points: model, colon, a sign for each connector. `.` free, `c` a car is charging, `f` a fault, `u` out of
   * service; `o` a charge point that is offline.
   */
  chargePoints: string;
  /** Slugs; the default brand where it isn't said. One that the site doesn't have is left out. */
  brands?: string[];
  ground?: GroundName;
  color?: string;
  freeParking?: true;
  private?: true;
  receivesUnknown?: true;
  /** Its cars are the fleet's, and its board shows them. */
  fleet?: true;
}

export const both: string[] = [PRODUCT.slug, 'aurora'];
export const aurora: string[] = ['aurora'];

/** Where the sandbox registers charge points that it doesn't know. */
export const WORKSHOP = `Oficina ${PRODUCT.name}`;
/** Where valets have cars to charge. */
export const VALET_SITE = 'Pompeia Shows';
/** The site with the fleet's board. */
export const FLEET_GARAGE = 'Garagem da Frota Barra Funda';
