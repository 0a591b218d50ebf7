/** Makes addresses of a configuration safe for use in a header. */

/** A semicolon ends a directive and may occur in a host name: allow only these characters. */
const ORIGIN = /^(https?|wss?):\/\/[a-z0-9.:[\]-]+$/;

/** Returns the origins of absolute web addresses. Empty, relative and invalid ones are skipped. */
export function originsOf(addresses: (string | undefined)[]): string[] {
  const origins = addresses.map((address) => URL.parse(address ?? '')?.origin ?? '');
  return origins.filter((origin) => ORIGIN.test(origin));
}

/** Converts origins to `ws:` or `wss:`: the live stream may be configured with `https:`. */
export const socketsOf = (origins: string[]) => origins.map((origin) => origin.replace(/^http/, 'ws'));

/** Returns a web address or a path of the site, escaped for a header; undefined otherwise. */
export function httpAddress(address = ''): string | undefined {
  const isPath = /^\/[^/\\]/.test(address);
  const url = URL.parse(address, isPath ? 'https://site.invalid' : undefined);
  if (!url || originsOf([url.origin]).length === 0) return undefined;
  const path = `${url.pathname}${url.search}`.replaceAll(';', '%3B').replaceAll(',', '%2C');
  const safe = path.replaceAll("'", '%27').replaceAll('"', '%22');
  return isPath ? safe : `${url.origin}${safe}`;
}
