import { Registry } from '@shared/contract';
import { preloadLinks } from '@shared/federation/preload';
import type { SiteFiles } from './files.ts';

/** `Link` headers for the shell's page at a path, after the registry as it is on disk at that moment. */
export function createPreloads(files: SiteFiles): (pathname: string) => Promise<string[]> {
  let etag = '';
  let registry: Registry = { remotes: [] };

  return async (pathname) => {
    const file = await files.find('/remotes.json');
    if (!file) return [];
    if (file.etag !== etag) {
      // A registry that can't be read is the shell's to complain about: the page comes without hints.
      registry = Registry.safeParse(json(file.content)).data ?? { remotes: [] };
      etag = file.etag;
    }
    return preloadLinks(registry, pathname);
  };
}

function json(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}
