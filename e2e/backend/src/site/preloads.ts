import { brandSlug, calls, PRODUCT, RESERVED_SEGMENTS, RegistryList, readEntries } from '@shared/contract';
import { preloadLinks } from '@shared/federation/preload';
import type { SiteFiles } from './files.ts';
import { createJsonFile } from './json-file.ts';

/** `Link` headers for the shell's page at a path, after the registry as it is on disk at that moment. */
export function createPreloads(files: SiteFiles): (pathname: string) => Promise<string[]> {
  const readRegistry = createJsonFile(files, '/remotes.json', RegistryList);

  return async (pathname) => {
    const registry = await readRegistry();
    // Without one the page comes without hints, as do remotes of another origin.
    const links = registry ? preloadLinks(readEntries(registry, []), pathname) : [];
    return [...links, ...brandLink(pathname)];
  };
}

/**
 * The record of the address's brand, which this server has as well: no screen can ask for anything before it. A first
 * visit without a brand gets the default one.
 */
function brandLink(pathname: string): string[] {
  const [, first = ''] = pathname.split('/');
  const slug = first === '' || RESERVED_SEGMENTS.has(first) ? PRODUCT.slug : first;
  if (!brandSlug.safeParse(slug).success) return [];
  const url = `/v1/api${calls.brand.path.replace('{brandName}', slug)}`;
  return [`<${url}>; rel=preload; as=fetch; crossorigin=anonymous`];
}
