/** Format of the demo's sites. */
import { PRODUCT } from '@shared/contract';
import type { Place } from '../sites/place.ts';
import type { backgrounds } from './backgrounds.ts';
import type { ModelName } from './charge-point-models.ts';
import type { openingHours } from './opening-hours.ts';
import type { ProfileName } from './prices.ts';

export interface DemoSite {
  name: string;
  address: string;
  at: Place;
  /** `always` if absent. */
  hours?: keyof typeof openingHours;
  /** `energy` if absent. */
  price?: ProfileName;
  chargePoints: DemoChargePoint[];
  /** Slugs; the default brand if absent. Unknown brands are ignored. */
  brands?: string[];
  background?: keyof typeof backgrounds;
  color?: string;
  freeParking?: true;
  private?: true;
  receivesUnknown?: true;
  /** The site's cars form the fleet, and its board shows them. */
  fleet?: true;
}

/** A charge point, with the numbers of its connectors that aren't free. */
export interface DemoChargePoint {
  model: ModelName;
  offline?: true;
  charging?: number[];
  faulted?: number[];
  unavailable?: number[];
}

export const both: string[] = [PRODUCT.slug, 'aurora'];
export const aurora: string[] = ['aurora'];

/** Site at which the sandbox registers unknown charge points. */
export const WORKSHOP = `Oficina ${PRODUCT.name}`;
/** Site with a valet queue. */
export const VALET_SITE = 'Pompeia Shows';
/** Site with the fleet's board. */
export const FLEET_GARAGE = 'Garagem da Frota Barra Funda';
