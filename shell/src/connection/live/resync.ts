/** Refetches queries after an interruption. */
import { callOf, type QueryClient } from '@shared/client';
import { invalidate } from '@shared/client/invalidate';

type Query = ReturnType<ReturnType<QueryClient['getQueryCache']>['getAll']>[number];
const hasFailed = ({ state }: Query) => state.status === 'error' || state.fetchFailureCount > 0;

/**
 * Called when the live connection opens. Refetches the queries on screen that failed or may have
 * missed events, once each, and marks inactive ones as stale.
 */
export function resync(cache: QueryClient): void {
  invalidate(cache, {
    predicate: (query) => callOf(query)?.live !== undefined || hasFailed(query),
  });
}

/**
 * Refetches the failed queries on screen after the connection returns or, without a socket, when
 * the page becomes visible.
 */
export function refetchFailed(cache: QueryClient): void {
  void cache.refetchQueries({ type: 'active', predicate: hasFailed });
}
