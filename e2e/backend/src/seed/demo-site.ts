/** Format of the demo's sites. */
import { PRODUCT } from '@shared/contract';
import type { BackgroundName } from './backgrounds.ts';
import type { OpeningKind } from './opening-hours.ts';
import type { ProfileName } from './prices.ts';

export interface DemoSite {
  name: string;
  address: string;
  at: [lat: number, lng: number];
  hours: OpeningKind;
  price: ProfileName;
  /**
   * Charge points as model, colon, and one sign per connector: `.` free, `c` charging, `f` faulted,
   * `u` out of service, `o` offline charge point.
   */
  chargePoints: string;
  /** Slugs; the default brand if absent. Unknown brands are ignored. */
  brands?: string[];
  background?: BackgroundName;
  color?: string;
  freeParking?: true;
  private?: true;
  receivesUnknown?: true;
  /** The site's cars form the fleet, and its board shows them. */
  fleet?: true;
}

export const both: string[] = [PRODUCT.slug, 'aurora'];
export const aurora: string[] = ['aurora'];

/** Site at which the sandbox registers unknown charge points. */
export const WORKSHOP = `Oficina ${PRODUCT.name}`;
/** Site with a valet queue. */
export const VALET_SITE = 'Pompeia Shows';
/** Site with the fleet's board. */
export const FLEET_GARAGE = 'Garagem da Frota Barra Funda';
