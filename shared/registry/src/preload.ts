/** Preload links sent with the HTML, so that no screen waits for a chain of requests. */

import { isReserved } from '@shared/contract/segments';
import { ownerOf, type Registry, type RegistryFile, type RemoteVersion, screenTableOf } from './registry.ts';

/** Fetched by every page at startup. */
const DATA_FILES = ['/remotes.json', '/config.json'];

/** Key in `preload` of the files that every screen of a remote needs. */
const FOR_ALL = '*';

/**
 * Returns the values of `Link` headers for the shell's HTML at a path: the registry, the
 * configuration, and the entry, `remote.ts` and screen of the remote that owns the path. The HTML
 * itself doesn't change when a remote is published.
 */
export function preloadLinks(registry: Registry, pathname: string): string[] {
  const parts = pathname.split('/').slice(1);
  // A path without a brand redirects to the same path below a brand.
  const path = isReserved(parts[0] ?? '', screenTableOf(registry)) ? parts : parts.slice(1);
  const owner = ownerOf(registry, path[0] ?? '');
  const files = owner ? landingFiles(owner.live, path.join('/')) : [];
  return [...DATA_FILES.map(dataLink), ...files.map(fileLink)];
}

/**
 * Returns the entry, `remote.ts` and screen of a path below the brand. None of ES modules: browsers would
 * fetch them again.
 */
export function landingFiles(live: RemoteVersion, path: string): RegistryFile[] {
  if (live.container === 'module') return [];
  const [ofScreen] = Object.entries(live.preload)
    .filter(([beginning]) => `${path}/`.startsWith(`${beginning}/`))
    .sort(([one], [other]) => other.length - one.length);
  return [live.entry, ...(live.preload[FOR_ALL] ?? []), ...(ofScreen?.[1] ?? [])];
}

export const kindOf = ({ url }: RegistryFile) => (url.endsWith('.css') ? 'style' : 'script');

export const dataLink = (url: string): string => `<${url}>; rel=preload; as=fetch; crossorigin=anonymous`;

/** Returns the value of a `Link` header that preloads a script or style. */
export function fileLink(file: RegistryFile): string {
  const { url, integrity } = file;
  // `crossorigin` must match the tags that use the file, or the browser fetches it twice.
  return `<${url}>; rel=preload; as=${kindOf(file)}; integrity="${integrity}"; crossorigin=anonymous`;
}
