/** Where the energy of a charge goes: through the meter of the connector to the battery of the car. */
import * as z from 'zod/mini';

export const CarOptions = z.object({
  /** Usable battery capacity, in Wh. */
  capacityWh: z.number().check(z.positive()),
  /** State of charge on arrival, in percent. */
  soc: z.number().check(z.minimum(0), z.maximum(100)),
  /** Maximum power that the car draws, in W. */
  maxPowerW: z.number().check(z.positive()),
});
export type CarOptions = z.output<typeof CarOptions>;

const DEFAULT_CAR: CarOptions = { capacityWh: 60_000, soc: 35, maxPowerW: 120_000 };

/** Above `TAPER_FROM` percent the power falls linearly, to the share `TAPER_FLOOR`. */
const TAPER_FROM = 80;
const TAPER_FLOOR = 0.1;

/** A car that charges more slowly above 80 %. */
export class Car {
  readonly #options: CarOptions;
  #storedWh: number;

  constructor(options: Partial<CarOptions> = {}) {
    this.#options = { ...DEFAULT_CAR, ...options };
    this.#storedWh = (this.#options.capacityWh * this.#options.soc) / 100;
  }

  /** State of charge in percent, unrounded. */
  get soc(): number {
    return (this.#storedWh / this.#options.capacityWh) * 100;
  }

  get full(): boolean {
    return this.#storedWh >= this.#options.capacityWh;
  }

  /** Returns the power in W that the car draws from the offered power. */
  drawnPower(offeredW: number): number {
    if (this.full) return 0;
    const maxPowerW = Math.min(offeredW, this.#options.maxPowerW);
    if (this.soc <= TAPER_FROM) return maxPowerW;
    const taper = (100 - this.soc) / (100 - TAPER_FROM);
    return maxPowerW * (TAPER_FLOOR + (1 - TAPER_FLOOR) * taper);
  }

  store(watts: number, seconds: number): void {
    this.#storedWh = Math.min(this.#options.capacityWh, this.#storedWh + (watts * seconds) / 3600);
  }
}

/** The energy meter of a connector: a register in whole Wh that only counts up. */
export class Meter {
  #wh: number;
  #fraction = 0;

  constructor(wh = 0) {
    this.#wh = wh;
  }

  get wh(): number {
    return this.#wh;
  }

  /** Counts `watts` drawn for `seconds`; a fraction of a Wh is carried over. */
  count(watts: number, seconds: number): void {
    const exact = this.#fraction + (watts * seconds) / 3600;
    const whole = Math.floor(exact);
    this.#wh += whole;
    this.#fraction = exact - whole;
  }
}
