/** Fetching again after an interruption: the one place that decides it (decisions, section 5). */
import type { QueryClient } from '@shared/client';
import { calls } from '@shared/contract';

/** What live events keep up to date, and what may thus be old after a time without them. */
const FED_BY_EVENTS: ReadonlySet<unknown> = new Set<string>([
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
 * Once the live connection is open: fetches again what is on screen and may have changed unheard or couldn't be fetched,
 * each resource once; the rest is marked as stale.
 */
export function resync(cache: QueryClient): void {
  void cache.invalidateQueries({
    predicate: (query) => FED_BY_EVENTS.has(query.queryKey[0]) || hasFailed(query),
  });
}

/** Once the network is back, if no live connection is about to open: fetches again what is on screen and failed. */
export function refetchFailed(cache: QueryClient): void {
  void cache.refetchQueries({ type: 'active', predicate: hasFailed });
}
