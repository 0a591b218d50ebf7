/** Makes configured URLs safe for use in a header. */

/** A semicolon ends a directive and may occur in a host name: allow only these characters. */
const ORIGIN = /^(https?|wss?):\/\/[a-z0-9.:[\]-]+$/;

/** Returns the origins of absolute web URLs. Empty, relative and invalid ones are skipped. */
export function originsOf(urls: (string | undefined)[]): string[] {
  const origins = urls.map((text) => URL.parse(text ?? '')?.origin ?? '');
  return origins.filter((origin) => ORIGIN.test(origin));
}

/** Converts origins to `ws:` or `wss:`: the live stream may be configured with `https:`. */
export const socketsOf = (origins: string[]) => origins.map((origin) => origin.replace(/^http/, 'ws'));

/** Returns a web URL or a path of the app, escaped for a header; undefined otherwise. */
export function httpUrl(text = ''): string | undefined {
  const isPath = /^\/[^/\\]/.test(text);
  const url = URL.parse(text, isPath ? 'https://site.invalid' : undefined);
  if (!url || originsOf([url.origin]).length === 0) return undefined;
  const path = `${url.pathname}${url.search}`.replaceAll(';', '%3B').replaceAll(',', '%2C');
  const safe = path.replaceAll("'", '%27').replaceAll('"', '%22');
  return isPath ? safe : `${url.origin}${safe}`;
}
