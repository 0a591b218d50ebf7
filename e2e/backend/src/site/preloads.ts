import { brandSlug, calls, PRODUCT, RESERVED_SEGMENTS, RegistryList, readEntries } from '@shared/contract';
import { preloadLinks } from '@shared/contract/preload';
import type { SiteFiles } from './files.ts';
import { createJsonFile } from './json-file.ts';

/** Returns a function for a path's `Link` headers, by the current registry on disk. */
export function createPreloads(files: SiteFiles): (pathname: string) => Promise<string[]> {
  const readRegistry = createJsonFile(files, '/remotes.json', RegistryList);

  return async (pathname) => {
    const registry = await readRegistry();
    // No hints without a registry, nor for remotes of another origin.
    const links = registry ? preloadLinks(readEntries(registry, []), pathname) : [];
    return [...links, ...brandLink(pathname)];
  };
}

/** Preloads the record of the address's brand or the default one: every screen needs it first. */
function brandLink(pathname: string): string[] {
  const [, first = ''] = pathname.split('/');
  const slug = first === '' || RESERVED_SEGMENTS.has(first) ? PRODUCT.slug : first;
  if (!brandSlug.safeParse(slug).success) return [];
  const url = `/v1/api${calls.brand.path.replace('{brandName}', slug)}`;
  return [`<${url}>; rel=preload; as=fetch; crossorigin=anonymous`];
}
