const trustedOrigins = new Set<string>();

/** Trusts additional script origins, such as those that `config.json` lists for remotes. */
export function trustScriptOrigins(addresses: readonly string[]): void {
  for (const address of addresses) if (URL.canParse(address)) trustedOrigins.add(new URL(address).origin);
}

/**
 * Returns whether code may be loaded from an address: the page's own origin or a trusted one.
 * @param sink name of the receiving API, as in Trusted Types
 */
export function isTrustedScriptUrl(address: string, sink = ''): boolean {
  if (!URL.canParse(address, document.baseURI)) return false;
  const { protocol, origin } = new URL(address, document.baseURI);
  // Mapbox's worker. Blobs of other origins can't be loaded; `worker-src` restricts ours.
  if (protocol === 'blob:') return sink === 'Worker constructor' && origin === location.origin;
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return origin === location.origin || trustedOrigins.has(origin);
}
