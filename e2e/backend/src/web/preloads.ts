import {
  API_PATH,
  brandSlug,
  calls,
  isReserved,
  PRODUCT,
  RegistryList,
  readEntries,
  type Screens,
  screensOf,
} from '@shared/contract';
import { preloadLinks } from '@shared/contract/preload';
import type { SiteFiles } from './files.ts';
import { createJsonFile } from './json-file.ts';

/**
 * Returns a function that returns a path's `Link` headers, from the current registry on disk.
 * @param hasBrand whether the page contains the brand's record
 */
export function createPreloads(files: SiteFiles): (pathname: string, hasBrand: boolean) => Promise<string[]> {
  const readRegistry = createJsonFile(files, '/remotes.json', RegistryList);

  return async (pathname, hasBrand) => {
    const list = await readRegistry();
    // No hints for remotes of another origin.
    const registry = readEntries(list ?? { remotes: [] }, []);
    const links = list ? preloadLinks(registry, pathname) : [];
    return hasBrand ? links : [...links, ...brandLink(pathname, screensOf(registry))];
  };
}

/** Preloads the record of the path's brand or the default one: every screen needs it first. */
function brandLink(pathname: string, screens: Screens): string[] {
  const [, first = ''] = pathname.split('/');
  const slug = first === '' || isReserved(first, screens) ? PRODUCT.slug : first;
  if (!brandSlug.safeParse(slug).success) return [];
  const url = `${API_PATH}${calls.brand.path.replace('{brandName}', slug)}`;
  return [`<${url}>; rel=preload; as=fetch; crossorigin=anonymous`];
}
