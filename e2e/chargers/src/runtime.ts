/** Cancels a timer; does nothing once it has fired. */
type Cancel = () => void;

/** Real time. A timer keeps the process alive until it fires or is cancelled. */
export interface RealClock {
  now(): Date;
  after(ms: number, task: () => void): Cancel;
  every(ms: number, task: () => void): Cancel;
}

/** What charge points need of their process. Only `systemRuntime` uses globals; a simulation passes its own. */
export interface Runtime {
  clock: RealClock;
  randomness: {
    /** Returns a number from 0 to below 1. */
    fraction(): number;
  };
  /** Further options of each websocket, such as the `createConnection` of Node's HTTP client. */
  websocket: object;
}

export const systemRuntime: Runtime = {
  clock: {
    now: () => new Date(),
    after(ms, task) {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    every(ms, task) {
      const timer = setInterval(task, ms);
      return () => clearInterval(timer);
    },
  },
  randomness: { fraction: Math.random },
  websocket: {},
};

/**
 * Clock of a simulated charge point. At a scale of 60, timers fire sooner and timestamps run ahead,
 * so a test completes a charge, including its price by time, in seconds.
 */
export class Clock {
  readonly #real: RealClock;
  readonly #scale: number;
  readonly #origin: number;
  readonly #timers = new Set<() => void>();

  constructor(real: RealClock, scale = 1) {
    this.#real = real;
    this.#scale = scale;
    this.#origin = real.now().getTime();
  }

  now(): Date {
    return new Date(this.#origin + (this.#real.now().getTime() - this.#origin) * this.#scale);
  }

  /** Runs `task` after a number of seconds on this clock. Returns a function that cancels it. */
  after(seconds: number, task: () => void): () => void {
    return this.afterReal((seconds * 1000) / this.#scale, task);
  }

  /** Like `after`, but in real ms, for what the network limits: retries and reconnects. */
  afterReal(ms: number, task: () => void): () => void {
    const stopTimer = this.#real.after(ms, () => {
      this.#timers.delete(cancel);
      task();
    });
    const cancel = () => {
      stopTimer();
      this.#timers.delete(cancel);
    };
    this.#timers.add(cancel);
    return cancel;
  }

  /** Cancels all timers, so that a stopped charge point keeps no process alive. */
  stop(): void {
    for (const cancel of this.#timers) cancel();
  }
}
