export interface CarOptions {
  /** Usable battery, Wh. */
  capacityWh: number;
  /** State of charge as it arrives, percent. */
  soc: number;
  /** What the car takes at most, W. */
  maxPowerW: number;
}

const DEFAULT_CAR: CarOptions = { capacityWh: 60_000, soc: 35, maxPowerW: 120_000 };

/** From here the battery takes less and less, down to this share of the power when it is full. */
const TAPER_FROM = 80;
const TAPER_FLOOR = 0.1;

/** A car: a battery that fills, more slowly above 80 %. */
export class Car {
  readonly #options: CarOptions;
  #storedWh: number;

  constructor(options: Partial<CarOptions> = {}) {
    this.#options = { ...DEFAULT_CAR, ...options };
    this.#storedWh = (this.#options.capacityWh * this.#options.soc) / 100;
  }

  /** Percent, with its decimals. */
  get soc(): number {
    return (this.#storedWh / this.#options.capacityWh) * 100;
  }

  get full(): boolean {
    return this.#storedWh >= this.#options.capacityWh;
  }

  /** What the car draws of what it is offered, W. */
  draws(offeredW: number): number {
    if (this.full) return 0;
    const most = Math.min(offeredW, this.#options.maxPowerW);
    if (this.soc <= TAPER_FROM) return most;
    const left = (100 - this.soc) / (100 - TAPER_FROM);
    return most * (TAPER_FLOOR + (1 - TAPER_FLOOR) * left);
  }

  store(watts: number, seconds: number): void {
    this.#storedWh = Math.min(this.#options.capacityWh, this.#storedWh + (watts * seconds) / 3600);
  }
}
