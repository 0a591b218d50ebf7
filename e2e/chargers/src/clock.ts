/**
 * The time of a simulated charge point. With a scale of 60 a minute of the charge point passes in a real second: its
 * timers fire sooner and its timestamps run ahead, so a test gets a whole charge, bill by time included, in seconds.
 */
export class Clock {
  readonly #scale: number;
  readonly #origin = Date.now();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(scale = 1) {
    this.#scale = scale;
  }

  now(): Date {
    return new Date(this.#origin + (Date.now() - this.#origin) * this.#scale);
  }

  /** Runs `task` after so many seconds of this clock; the answer cancels it. */
  after(seconds: number, task: () => void): () => void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        task();
      },
      (seconds * 1000) / this.#scale,
    );
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  /** Forgets every timer, so that a stopped charge point leaves nothing behind. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
