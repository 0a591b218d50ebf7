/** An energy meter as it stands in a charge point: a register in whole Wh that only counts up. */
export class Meter {
  #wh: number;
  #fraction = 0;

  constructor(wh = 0) {
    this.#wh = wh;
  }

  /** The register, in Wh. */
  get wh(): number {
    return this.#wh;
  }

  /** Counts `watts` drawn for `seconds`; what is less than a Wh is kept for the next time. */
  count(watts: number, seconds: number): void {
    const exact = this.#fraction + (watts * seconds) / 3600;
    const whole = Math.floor(exact);
    this.#wh += whole;
    this.#fraction = exact - whole;
  }
}
