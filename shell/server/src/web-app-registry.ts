/** The registry of the build's remotes, and what pages preload of it. */
import { createPublicKey, verify } from 'node:crypto';
import { API_PATH, brandSlug, calls, isReserved, PRODUCT, type ScreenTable } from '@shared/contract';
import { RegistryList, readEntries, SignedRegistry, screenTableOf } from '@shared/registry';
import { dataLink, fileLink, preloadLinks } from '@shared/registry/preload';
import { createParsedFile, parseFile, type WebAppFiles } from './files.ts';

export interface WebAppRegistry {
  entries: ReturnType<typeof readEntries>;
  screenTable: ScreenTable;
}

/**
 * Returns a function that reads the registry, parsed once per version; undefined if it is missing
 * or unreadable, or if there are keys and none of them has signed it.
 */
export function createRegistry(files: WebAppFiles, publicKeys: readonly string[]) {
  const keys = publicKeys.map((key) =>
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'base64').toString('base64url') },
      format: 'jwk',
    }),
  );

  const isSigned = (file: unknown) => {
    if (keys.length === 0) return true;
    const { data } = SignedRegistry.safeParse(file);
    const [text, signature] = [data?.signed ?? '', Buffer.from(data?.signature ?? '', 'base64')];
    return keys.some((key) => verify(null, Buffer.from(text), key, signature));
  };

  return createParsedFile(files, '/remotes.json', (content): WebAppRegistry | undefined => {
    const json = parseFile(content);
    const list = isSigned(json) ? RegistryList.safeParse(json).data : undefined;
    // Files of other origins aren't in this build.
    const entries = list && readEntries(list, []);
    return entries && { entries, screenTable: screenTableOf(entries) };
  });
}

/**
 * Returns the `Link` headers of the page's own scripts, for before all others: the largest file would
 * otherwise wait until one of the six connections of HTTP/1.1 is free.
 */
export const scriptLinks = (page: Buffer): string[] =>
  [...page.toString().matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*\bintegrity="([^"]+)"/g)].map(
    ([, url = '', integrity = '']) => fileLink({ url, integrity }),
  );

/**
 * Returns the `Link` headers of the shell's page at a path.
 * @param hasBrand whether the page contains the brand's record
 */
export function linksAt(pathname: string, registry: WebAppRegistry | undefined, hasBrand: boolean): string[] {
  const links = registry ? preloadLinks(registry.entries, pathname) : [];
  return hasBrand ? links : [...links, ...brandLink(pathname, registry?.screenTable ?? new Map())];
}

/** Preloads the record of the path's brand or the default one: every screen needs it first. */
function brandLink(pathname: string, screenTable: ScreenTable): string[] {
  const [, first = ''] = pathname.split('/');
  const slug = first === '' || isReserved(first, screenTable) ? PRODUCT.slug : first;
  if (!brandSlug.safeParse(slug).success) return [];
  return [dataLink(`${API_PATH}${calls.brand.path.replace('{brandName}', slug)}`)];
}
