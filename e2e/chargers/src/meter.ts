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
