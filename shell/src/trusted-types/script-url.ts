import { parseUrl } from '@shared/contract/parse-url';

const trustedOrigins = new Set<string>();

/** Trusts additional script origins, such as those that `config.json` lists for remotes. */
export function trustScriptOrigins(urls: readonly string[]): void {
  for (const url of urls) {
    const parsed = parseUrl(url);
    if (parsed) trustedOrigins.add(parsed.origin);
  }
}

/**
 * Returns whether code may be loaded from a URL: the page's own origin or a trusted one.
 * @param sink name of the receiving API, as in Trusted Types
 */
export function isTrustedScriptUrl(url: string, sink = ''): boolean {
  const parsed = parseUrl(url, document.baseURI);
  if (!parsed) return false;
  const { protocol, origin } = parsed;
  // Mapbox's worker. Blobs of other origins can't be loaded; `worker-src` restricts ours.
  if (protocol === 'blob:') return sink === 'Worker constructor' && origin === location.origin;
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return origin === location.origin || trustedOrigins.has(origin);
}
