/** Which addresses code may be loaded from. */

const trustedOrigins = new Set<string>();

/** Lets scripts be loaded from other origins as well, such as those that `config.json` names for remotes. */
export function trustScriptOrigins(addresses: readonly string[]): void {
  for (const address of addresses) if (URL.canParse(address)) trustedOrigins.add(new URL(address).origin);
}

/**
 * Returns whether a script, worker or service worker may be loaded from an address: one of the page's own origin or of a
 * trusted one.
 * @param sink the API that the address is given to, as Trusted Types name it
 */
export function isTrustedScriptUrl(address: string, sink = ''): boolean {
  if (!URL.canParse(address, document.baseURI)) return false;
  const { protocol, origin } = new URL(address, document.baseURI);
  // Mapbox builds its worker as a blob. Blobs of other origins can't be loaded, and `worker-src` decides about ours.
  if (protocol === 'blob:') return sink === 'Worker constructor' && origin === location.origin;
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return origin === location.origin || trustedOrigins.has(origin);
}
