/** Refetches queries after an interruption. No other code decides what to refetch then. */
import type { QueryClient } from '@shared/client';
import { calls } from '@shared/contract';

/** Queries that live events keep up to date, and that may be stale after a time without events. */
const LIVE_QUERIES: ReadonlySet<unknown> = new Set<string>([
  calls.balance.path,
  calls.history.path,
  calls.order.path,
  calls.activeRecharges.path,
  calls.connectorStatus.path,
  calls.connectorsOfCharger.path,
  calls.siteConnectors.path,
]);

type Query = ReturnType<ReturnType<QueryClient['getQueryCache']>['getAll']>[number];
const hasFailed = ({ state }: Query) => state.status === 'error' || state.fetchFailureCount > 0;

/**
 * To be called when the live connection opens: refetches the queries on screen that failed or may
 * have missed events, once each, and marks the others as stale.
 */
export function resync(cache: QueryClient): void {
  void cache.invalidateQueries({
    predicate: (query) => LIVE_QUERIES.has(query.queryKey[0]) || hasFailed(query),
  });
}

/**
 * To be called when the network returns and no live connection is about to open: refetches failed
 * queries on screen.
 */
export function refetchFailed(cache: QueryClient): void {
  void cache.refetchQueries({ type: 'active', predicate: hasFailed });
}
