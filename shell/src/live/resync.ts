/** Refetches queries after an interruption. No other code decides what to refetch then. */
import { callOf, type QueryClient } from '@shared/client';

type Query = ReturnType<ReturnType<QueryClient['getQueryCache']>['getAll']>[number];
const hasFailed = ({ state }: Query) => state.status === 'error' || state.fetchFailureCount > 0;

/**
 * For when the live connection opens: refetches the queries on screen that failed or may have
 * missed events, once each, and marks the others as stale.
 */
export function resync(cache: QueryClient): void {
  void cache.invalidateQueries({ predicate: (query) => callOf(query)?.live || hasFailed(query) });
}

/** For when the network returns and no live connection is about to open. */
export function refetchFailed(cache: QueryClient): void {
  void cache.refetchQueries({ type: 'active', predicate: hasFailed });
}
