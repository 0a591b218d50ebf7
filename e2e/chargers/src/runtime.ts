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
