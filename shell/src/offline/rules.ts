/** Rules for what is cached for offline use. Shared by the service worker and the page. */

import { remoteFileAt } from '@shared/contract/remote-file';
import { SITE_SEGMENTS } from '@shared/contract/segments';

/** Name of the only cache, and the key of the shell's page in it. */
export const CACHE = 'site';
export const PAGE = '/';

/**
 * - `page`: an address of the shell, served with its one page
 * - `immutable`: a file whose name changes with its content
 * - `data`: the registry, `config.json` and brand files
 */
export type Kind = 'page' | 'immutable' | 'data';

const HASHED = /^\/static\/.+\.[0-9a-f]{8,}\.\w+$/;
const DATA = /^\/(?:brands\/.+|[^/]+\.(?:json|svg|png|ico|webmanifest))$/;

/** Returns undefined for API calls, the live stream and anything unknown. */
export function kindOf({ pathname }: URL): Kind | undefined {
  if (HASHED.test(pathname) || remoteFileAt(pathname)) return 'immutable';
  if (DATA.test(pathname)) return 'data';
  const [, first = ''] = pathname.split('/');
  const isFile = /\.\w+$/.test(pathname);
  return SITE_SEGMENTS.has(first) || isFile ? undefined : 'page';
}

/** Returns whether a response is complete, of this origin, and no web page in a file's place. */
export function isCacheableResponse(response: Response): boolean {
  const isWebPage = response.headers.get('content-type')?.includes('text/html') ?? false;
  return response.status === 200 && response.type === 'basic' && !response.redirected && !isWebPage;
}
