/** Makes the addresses of a configuration safe for use in a header. */

/** A directive ends at a semicolon, which a host's name may hold: only what can't be anything else is let through. */
const ORIGIN = /^(https?|wss?):\/\/[a-z0-9.:[\]-]+$/;

/** Origins of absolute addresses. What is empty, relative or no address has none. */
export function originsOf(addresses: (string | undefined)[]): string[] {
  const origins = addresses.map((address) => URL.parse(address ?? '')?.origin ?? '');
  return origins.filter((origin) => ORIGIN.test(origin));
}

/** The live stream's address may be written with `https:` as well. */
export const socketsOf = (origins: string[]) => origins.map((origin) => origin.replace(/^http/, 'ws'));

/** An absolute address of the web or a path of the site, without anything that would end a header's value. */
export function httpAddress(address = ''): string | undefined {
  const isPath = /^\/[^/\\]/.test(address);
  const url = URL.parse(address, isPath ? 'https://site.invalid' : undefined);
  if (!url || originsOf([url.origin]).length === 0) return undefined;
  const path = `${url.pathname}${url.search}`.replaceAll(';', '%3B').replaceAll(',', '%2C');
  const safe = path.replaceAll("'", '%27').replaceAll('"', '%22');
  return isPath ? safe : `${url.origin}${safe}`;
}
