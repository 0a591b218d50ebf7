import { brandSlug, calls, PRODUCT, RESERVED_SEGMENTS, Registry } from '@shared/contract';
import { preloadLinks } from '@shared/federation/preload';
import type { SiteFiles } from './files.ts';

/** `Link` headers for the shell's page at a path, after the registry as it is on disk at that moment. */
export function createPreloads(files: SiteFiles): (pathname: string) => Promise<string[]> {
  let etag = '';
  let registry: Registry = { remotes: [] };

  return async (pathname) => {
    const file = await files.find('/remotes.json');
    if (file && file.etag !== etag) {
      // A registry that can't be read is the shell's to complain about: the page comes without hints.
      registry = Registry.safeParse(json(file.content)).data ?? { remotes: [] };
      etag = file.etag;
    }
    return [...(file ? preloadLinks(registry, pathname) : []), ...brandLink(pathname)];
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

function json(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}
