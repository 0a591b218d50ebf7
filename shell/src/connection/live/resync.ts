/** Refetches queries after an interruption. */
import { callOf, type QueryClient } from '@shared/client';

type Query = ReturnType<ReturnType<QueryClient['getQueryCache']>['getAll']>[number];
const hasFailed = ({ state }: Query) => state.status === 'error' || state.fetchFailureCount > 0;
const isLive = (query: Query) => callOf(query)?.live !== undefined;

/**
 * Called when the live connection opens. Refetches the queries on screen that failed or may have
 * missed events, once each, and marks inactive ones as stale.
 */
export function resync(cache: QueryClient): void {
  const isFirst = (query: Query) => isLive(query) && query.state.data === undefined;
  const firstRequests = cache.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isFirst });
  void cache.invalidateQueries({
    predicate: (query) => !firstRequests.includes(query) && (isLive(query) || hasFailed(query)),
  });
  // Not canceled, so that a slow connection shows something sooner. The response is read once more, since
  // an event may have come between it and this connection.
  for (const { promise, queryKey } of firstRequests)
    promise?.then(
      () => cache.invalidateQueries({ queryKey, exact: true }),
      // A failed request shows its error.
      () => {},
    );
}

/**
 * Refetches the failed queries on screen after the connection returns or, without a socket, when
 * the page becomes visible.
 */
export function refetchFailed(cache: QueryClient): void {
  void cache.refetchQueries({ type: 'active', predicate: hasFailed });
}
