/** The server's clock, since a device's may be minutes off. */

/** Smaller differences, in ms, may come from a response's travel time. */
const TOLD_FROM_MS = 5_000;

/** How far the server's clock is ahead of the device's, in ms. */
let ahead = 0;

/** Returns whether the response may have come from the browser's cache instead of the network. */
export const isCacheable = (headers: Headers): boolean =>
  headers.get('cache-control')?.includes('max-age') ?? false;

/**
 * Updates the clock from a response's `Date`. Ignores cacheable responses, whose date may be in the
 * past.
 */
export function hearServerClock(headers: Headers): void {
  if (isCacheable(headers)) return;
  const told = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(told)) ahead = Math.abs(told) < TOLD_FROM_MS ? 0 : told;
}

/**
 * Converts a time of the device's clock to the server's, both in ms since 1970. Compare server
 * instants to it.
 */
export const serverTime = (deviceTime: number): number => deviceTime + ahead;
