/** What is kept for times without network, and by which rule. The service worker and the page go by the same. */

/** The one cache, and the address under which the shell's page lies in it. */
export const CACHE = 'site';
export const PAGE = '/';

/**
 * - `page`: an address of the shell, answered by its one page
 * - `immutable`: a file whose name changes with its content
 * - `data`: what says which versions are live, how the app is configured, and how a brand looks
 */
export type Kind = 'page' | 'immutable' | 'data';

const IMMUTABLE = /^\/static\/.+\.[0-9a-f]{8,}\.\w+$|^\/remotes\/[a-z][a-z0-9-]*\/\d+\.\d+\.\d+-[^/]+\/./;
const DATA = /^\/(?:brands\/.+|[^/]+\.(?:json|svg|png|ico|webmanifest))$/;
/** The server's own addresses and files: never the shell's page. A remote's standalone page isn't either. */
const NO_PAGE = /^\/(?:v1|ocpp|sandbox|healthz|remotes|brands|static|assets)(?:\/|$)|\.\w+$/;

/** Rule for an address of this origin; undefined for what is left alone: calls, the live stream, anything unknown. */
export function kindOf({ pathname }: URL): Kind | undefined {
  if (IMMUTABLE.test(pathname)) return 'immutable';
  if (DATA.test(pathname)) return 'data';
  return NO_PAGE.test(pathname) ? undefined : 'page';
}

/** Whether an answer is worth keeping: whole, good and of this origin. A web page in a file's place is not. */
export function isKeepable(answer: Response): boolean {
  const isWebPage = answer.headers.get('content-type')?.includes('text/html') ?? false;
  return answer.status === 200 && answer.type === 'basic' && !answer.redirected && !isWebPage;
}
