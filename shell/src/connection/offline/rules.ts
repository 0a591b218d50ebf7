/** Rules of the cache for offline use, which the service worker and the page share. */

import { WEB_APP_SEGMENTS } from '@shared/contract/segments';
import { BRANDS_FOLDER, BUILD_FOLDER } from '@shared/contract/url-layout';
import { HASH_IN_NAME, remoteFileAt } from '@shared/registry/built-files';
import { isWebAppFile } from './is-web-app-file.ts';

/** The key of the shell's page in the cache. */
export const PAGE = '/';

/**
 * - `page`: a URL of the shell, served with its one page
 * - `immutable`: a file with a name that changes with its content
 * - `data`: the registry, `config.json` and brand files
 */
export type Kind = 'page' | 'immutable' | 'data';

const FILE_AT_ROOT = /^\/[^/]+\.\w+$/;
const DATA_AT_ROOT = /\.(?:json|svg|png|ico|webmanifest)$/;

/** Returns undefined for API calls, the live stream and anything unknown. */
export function kindOf({ pathname }: URL): Kind | undefined {
  const isHashed = pathname.startsWith(BUILD_FOLDER) && HASH_IN_NAME.test(pathname);
  if (isHashed || remoteFileAt(pathname)) return 'immutable';
  const isOfBrand = pathname.startsWith(BRANDS_FOLDER) && pathname !== BRANDS_FOLDER;
  if (isOfBrand) return 'data';
  // Deeper paths are screens, and their parameters may contain a dot.
  if (FILE_AT_ROOT.test(pathname)) return DATA_AT_ROOT.test(pathname) ? 'data' : undefined;
  const [, first = ''] = pathname.split('/');
  return WEB_APP_SEGMENTS.has(first) ? undefined : 'page';
}

/**
 * Returns false for JSON that is cut off, and for other JSON in place of the registry or the
 * configuration, such as an error.
 */
export async function isReadable(path: string, response: Response): Promise<boolean> {
  if (!hasJson(response)) return true;
  const json: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isWebAppFile(path, json);
}

/** Returns false for a response that isn't JSON in place of a stored one that is: a proxy's text. */
export const mayReplace = (fresh: Response, stored: Response | undefined): boolean =>
  !stored || hasJson(fresh) || !hasJson(stored);

const hasJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') === true;

/** Returns whether a response is complete, of this origin, and not a web page in a file's place. */
export function isCacheableResponse(response: Response): boolean {
  const isWebPage = response.headers.get('content-type')?.includes('text/html') ?? false;
  return response.status === 200 && response.type === 'basic' && !response.redirected && !isWebPage;
}

/** Returns whether a response has the hash in `integrity`; false if that can't be parsed. */
export async function isIntact(response: Response, integrity: string): Promise<boolean> {
  const [, bits, expected] = /^sha(256|384|512)-([\w+/]+=*)$/.exec(integrity) ?? [];
  if (!bits) return false;
  const bytes = await crypto.subtle.digest(`SHA-${bits}`, await response.clone().arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(bytes))) === expected;
}

/**
 * Runs steps on the cache, which the page and the service worker share, once earlier steps have
 * ended. Without Web Locks, as in Safari before 15.4, runs them at once.
 */
export function withCacheLock<T>(steps: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request('offline-cache', steps) : steps();
}
