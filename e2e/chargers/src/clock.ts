/**
 * Clock of a simulated charge point. At a scale of 60, timers fire sooner and timestamps run ahead,
 * so a test completes a charge, including its price by time, in seconds.
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

  /** Runs `task` after a number of seconds on this clock. Returns a function that cancels it. */
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

  /** Clears all timers, so that a stopped charge point keeps no process alive. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
