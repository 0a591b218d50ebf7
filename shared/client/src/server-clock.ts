/** The server's clock, beside which a phone's may be wrong by minutes. */

/** Less than this can't be told from the time that an answer takes. */
const TOLD_FROM_MS = 5_000;

/** How far the server's clock is ahead of the device's, in milliseconds. */
let ahead = 0;

/** Whether the response may have come from the browser's cache instead of the network. */
export const isCacheable = (headers: Headers): boolean =>
  headers.get('cache-control')?.includes('max-age') ?? false;

/** Reads the clock off an answer that comes straight from the server: one that a cache may keep tells a past time. */
export function hearServerClock(headers: Headers): void {
  if (isCacheable(headers)) return;
  const told = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(told)) ahead = Math.abs(told) < TOLD_FROM_MS ? 0 : told;
}

/** The server's time at a moment of the device's clock, both in milliseconds since 1970. Compare its instants to this. */
export const serverTime = (deviceTime: number): number => deviceTime + ahead;
