/** Makes addresses of a configuration safe for use in a header. */

/**
 * A semicolon ends a directive and may occur in a host name, so only unambiguous characters pass.
 */
const ORIGIN = /^(https?|wss?):\/\/[a-z0-9.:[\]-]+$/;

/** Returns the origins of absolute web addresses. Empty, relative and invalid ones are skipped. */
export function originsOf(addresses: (string | undefined)[]): string[] {
  const origins = addresses.map((address) => URL.parse(address ?? '')?.origin ?? '');
  return origins.filter((origin) => ORIGIN.test(origin));
}

/**
 * Converts origins to `ws:` or `wss:`, since the live stream's address may be written with `https:`
 * as well.
 */
export const socketsOf = (origins: string[]) => origins.map((origin) => origin.replace(/^http/, 'ws'));

/**
 * Returns an absolute web address or a path of the site, escaped for use in a header; undefined for
 * anything else.
 */
export function httpAddress(address = ''): string | undefined {
  const isPath = /^\/[^/\\]/.test(address);
  const url = URL.parse(address, isPath ? 'https://site.invalid' : undefined);
  if (!url || originsOf([url.origin]).length === 0) return undefined;
  const path = `${url.pathname}${url.search}`.replaceAll(';', '%3B').replaceAll(',', '%2C');
  const safe = path.replaceAll("'", '%27').replaceAll('"', '%22');
  return isPath ? safe : `${url.origin}${safe}`;
}
