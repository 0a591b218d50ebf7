import type { Behaviour } from './behaviour.ts';

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

interface Sample {
  at: Date;
  wh: number;
  watts: number;
  soc: number;
}

/** Returns one `meterValue` of a MeterValues.req, in the units that the behaviour selects. */
export function meterValue(sample: Sample, behaviour: Pick<Behaviour, 'energyUnit' | 'noSoC'>) {
  const energy = behaviour.energyUnit === 'kWh' ? (sample.wh / 1000).toFixed(3) : String(sample.wh);
  const soc = { value: String(Math.floor(sample.soc)), measurand: 'SoC', unit: 'Percent', location: 'EV' };
  return {
    timestamp: sample.at.toISOString(),
    sampledValue: [
      {
        value: energy,
        context: 'Sample.Periodic',
        measurand: 'Energy.Active.Import.Register',
        unit: behaviour.energyUnit,
      },
      { value: sample.watts.toFixed(1), measurand: 'Power.Active.Import', unit: 'W' },
      ...(behaviour.noSoC ? [] : [soc]),
    ],
  };
}
