/** Durations in ms, and arithmetic with instants. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the instant `ms` after `at`, or before it if `ms` is negative. */
export const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);
