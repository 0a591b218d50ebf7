/** Web Crypto's digest names by their names in Subresource Integrity. */
const DIGESTS: Record<string, string> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** Returns whether a response has the hash in `integrity`; false if that can't be parsed. */
export async function isIntact(response: Response, integrity: string): Promise<boolean> {
  const [, algorithm = '', expected] = /^(sha\d+)-([\w+/]+=*)$/.exec(integrity) ?? [];
  const digest = DIGESTS[algorithm];
  if (!digest) return false;
  const bytes = await crypto.subtle.digest(digest, await response.clone().arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(bytes))) === expected;
}
