/** The only source of time in the backend. Tests and the simulation pass their own. */

/** Cancels a timer; does nothing once it has fired. */
export type Cancel = () => void;

/**
 * No timer keeps the process alive: its sockets and its database do. A duration is in ms, and one
 * below 0 counts as 0.
 */
export interface Clock {
  now(): Date;
  /** Time in ms since an arbitrary instant. Unlike `now`, it never goes back. */
  elapsed(): number;
  /** Runs `task` once, after `ms`. */
  after(ms: number, task: () => void): Cancel;
  /** Runs `task` every `ms`, first after `ms`. */
  every(ms: number, task: () => void): Cancel;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, task) {
    const timer = setInterval(task, ms).unref();
    return () => clearInterval(timer);
  },
};

/** Resolves after `ms`. */
export const wait = (clock: Pick<Clock, 'after'>, ms: number) =>
  new Promise<void>((resolve) => void clock.after(ms, resolve));
