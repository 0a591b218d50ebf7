import type { QueryClient } from '@shared/client';
import { calls } from '@shared/contract';

/** What live events keep up to date, and what may thus be old after a time without them (decisions, section 5). */
const FED_BY_EVENTS: ReadonlySet<unknown> = new Set<string>([
  calls.balance.path,
  calls.history.path,
  calls.order.path,
  calls.activeRecharges.path,
  calls.connectorStatus.path,
  calls.connectorsOfCharger.path,
  calls.siteConnectors.path,
]);

/** Fetches again what is on screen and may have changed unheard, each resource once; the rest is marked as stale. */
export function resync(cache: QueryClient): void {
  void cache.invalidateQueries({ predicate: ({ queryKey }) => FED_BY_EVENTS.has(queryKey[0]) });
}
