/** How long a code must be out of the picture to be a new one when it comes back. */
const GONE_AFTER_MS = 3_000;

/**
 * Tells a number that comes into the picture from one that merely stays in it: a person who has said no to a charger
 * still points at it, and isn't asked again.
 */
export class Sight {
  #number: string | undefined;
  #goneAt = 0;

  /** Notes that `number` is in the picture. Whether it has just come into it. */
  hasCome(number: string, now: number): boolean {
    const stays = number === this.#number && now < this.#goneAt;
    this.#number = number;
    this.#goneAt = now + GONE_AFTER_MS;
    return !stays;
  }

  /** The picture moves again after a pause: what was in it may still be. */
  resume(now: number): void {
    this.#goneAt = now + GONE_AFTER_MS;
  }
}
