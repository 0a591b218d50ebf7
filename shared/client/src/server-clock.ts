/** Estimates the server's time, because a device's clock may be minutes off. */

/** Smaller differences, in ms, may come from a response's travel time. */
const MIN_OFFSET_MS = 5_000;

/** How far the server's clock is ahead of the device's, in ms. */
let serverOffset = 0;

/** Returns whether the response may have come from the browser's cache instead of the network. */
export const isCacheable = (headers: Headers): boolean =>
  headers.get('cache-control')?.includes('max-age') ?? false;

/** Updates the estimate, unless the response is cacheable: its date may be in the past. */
export function updateServerClock(headers: Headers): void {
  if (isCacheable(headers)) return;
  const offset = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(offset)) serverOffset = Math.abs(offset) < MIN_OFFSET_MS ? 0 : offset;
}

/**
 * Converts the device's time to the server's, to compare it with instants from the server. Both are
 * in ms since 1970.
 */
export const serverTime = (deviceTime: number): number => deviceTime + serverOffset;
