/** How long a code must be out of the camera's view before it counts as new, in ms. */
const GONE_AFTER_MS = 3_000;

/**
 * Distinguishes a number that enters the camera's view from one that stays in it: after dismissing
 * a charger the driver still points at its code, and must not be prompted again.
 */
export class RepeatScanFilter {
  #number: string | undefined;
  #goneAt = 0;

  /** Records that `number` is in the camera's view; returns true if it has just entered it. */
  isNewScan(number: string, now: number): boolean {
    const stays = number === this.#number && now < this.#goneAt;
    this.#number = number;
    this.#goneAt = now + GONE_AFTER_MS;
    return !stays;
  }

  /** Resumes after a pause; the number seen last may still be in the camera's view. */
  resume(now: number): void {
    this.#goneAt = now + GONE_AFTER_MS;
  }
}
