/** Durations in ms, and sums of instants. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the instant `ms` after `at`, or before it if `ms` is negative. */
export const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Returns the whole seconds from one instant to a later one, and 0 if the second isn't later. */
export const secondsBetween = (from: Date, to: Date) =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / SECOND_MS));
