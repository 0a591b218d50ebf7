/** The prerendered view of this page, if our server has written one into it. */
import { callOf, type QueryClient } from '@shared/client';
import { parseJson, readLeniently } from '@shared/contract';
import { DATA_ID, VIEW_COOKIE, VIEW_ID, VIEW_OFF } from '@shared/contract/view-names';
import { FirstViewData } from '@shared/registry/first-view';

const YEAR_S = 31_536_000;

/**
 * Puts responses into the query cache, parsed as if they had been fetched. A response that
 * can't be parsed is left out, so the screen fetches it and shows the failure.
 * @param updatedAt when they were read, in ms since 1970
 * @param refetched whether screens fetch all of them again; parts of a list always are
 */
export function fillCache(
  cache: QueryClient,
  reads: FirstViewData['reads'],
  updatedAt: number,
  refetched = false,
): void {
  for (const { queryKey, data, isPart } of reads) {
    const call = callOf({ queryKey });
    const response = call && readLeniently(call.response, data);
    if (!response?.success) continue;
    cache.setQueryData(queryKey, response.data, { updatedAt });
    if (isPart || refetched) void cache.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/** Returns the view's data and adds its responses to the query cache; undefined without a view. */
export function readFirstView(cache: QueryClient): FirstViewData | undefined {
  const text = document.getElementById(DATA_ID)?.textContent;
  const view = text ? FirstViewData.safeParse(parseJson(text)).data : undefined;
  const isOff = document.documentElement.dataset.view === VIEW_OFF;
  if (!view || isOff) {
    document.getElementById(VIEW_ID)?.remove();
    return undefined;
  }
  // The server sends a site's changes only to users who have fetched it, so refetch for a user.
  fillCache(cache, view.reads, Math.min(view.at, Date.now()), isOfUser() || isFromCache());
  return view;
}

const isOfUser = () => document.documentElement.dataset.view?.includes('"isUser":true') === true;

/** After going back, browsers show pages from their cache however old they are. */
function isFromCache(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.transferSize === 0;
}

/** Sets the cookie that the server's next first view depends on: the brand, and user or guest. */
export function rememberView(brand: string, isUser: boolean): void {
  if (!document.getElementById(DATA_ID)) return;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const value = `${brand}.${isUser ? 'user' : 'guest'}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without TLS.
  document.cookie = `${VIEW_COOKIE}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}
