/** Applies a live event to the query cache, before the live bus passes it to its listeners. */
import { calls, type LiveConnector, type LiveEvent, type Order, type SiteConnector } from '@shared/contract';
import type { QueryClient } from '@tanstack/react-query';
import { chargeReport, type KnownConnector, mergeConnector, stamp, statusReport } from './merge-connector.ts';
import { queries } from './queries.ts';

/** The list of active charges refreshes this long after a start or stop event, in ms. */
const ACTIVE_LIST_DELAY_MS = 1000;

export function applyEvent(event: LiveEvent, cache: QueryClient): void {
  switch (event.type) {
    case 'UpdateConnectorStatusIntegrationEvent':
      updateConnector(cache, statusReport(event.connector, stamp()));
      patchSiteLists(cache, event.connector);
      return;
    case 'StartTransactionIntegrationEvent':
      updateConnector(cache, chargeReport(event.transaction, stamp(), false));
      setStartError(cache, event.transaction, null);
      chargeChanged(cache);
      return;
    case 'ErrorStartTransactionIntegrationEvent':
      setStartError(cache, event, event.errorCode ?? '');
      invalidate(cache, queries.startAttempts().queryKey);
      return;
    case 'StopTransactionIntegrationEvent': {
      const { transaction } = event;
      updateConnector(cache, chargeReport(transaction, stamp(), true));
      const { queryKey } = queries.endedCharges();
      cache.setQueryData(queryKey, (others) => ({ ...others, [transaction.transactionId]: transaction }));
      chargeChanged(cache);
      return;
    }
    case 'order':
      setOrder(cache, event.order);
      invalidate(cache, queries.balance().queryKey);
      invalidate(cache, [calls.history.path]);
      return;
    default:
  }
}

/** Marks queries as stale and refetches those on screen. */
function invalidate(cache: QueryClient, queryKey: readonly unknown[]): void {
  const refetch = () => cache.invalidateQueries({ queryKey });
  // A first response in flight may be older than this event, but would be accepted as fresh.
  const first = {
    queryKey,
    predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined,
  };
  if (cache.isFetching(first) > 0) void cache.cancelQueries(first).then(refetch);
  else void refetch();
}

function chargeChanged(cache: QueryClient): void {
  invalidate(cache, queries.balance().queryKey);
  invalidate(cache, [calls.history.path]);
  // Together, so that the card of a wait becomes that of its charge.
  setTimeout(() => {
    invalidate(cache, queries.activeRecharges().queryKey);
    invalidate(cache, queries.startAttempts().queryKey);
  }, ACTIVE_LIST_DELAY_MS);
}

function setStartError(
  cache: QueryClient,
  { chargePointId, connectorId }: { chargePointId: string; connectorId: string },
  code: string | null,
): void {
  cache.setQueryData(queries.startError(chargePointId, connectorId).queryKey, code);
}

/** Merges the frame into a cached order and refetches the order; the frame stays if that fails. */
function setOrder(cache: QueryClient, update: Order): void {
  const { queryKey } = queries.order(update.orderId);
  cache.setQueryData(queryKey, (known) => known && { ...known, ...definedFields(update) });
  invalidate(cache, queryKey);
}

function updateConnector(cache: QueryClient, report: KnownConnector): void {
  const { queryKey } = queries.connectorStatus(report.chargePointId, report.connectorId);
  const [merged] = cache.setQueryData(queryKey, (known) => [mergeConnector(known?.[0], report)]) ?? [];
  // Start and stop events lack the connector's status.
  if (merged?.reportedAt === 0) invalidate(cache, queryKey);
}

const definedFields = (update: object) =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined));

/** Updates the connector in the lists of sites. Lists without it stay the same object. */
function patchSiteLists(cache: QueryClient, live: LiveConnector): void {
  const isSame = (one: { chargePointId: string; connectorId: string }) =>
    one.chargePointId === live.chargePointId && one.connectorId === live.connectorId;
  cache.setQueriesData<SiteConnector[]>({ queryKey: [calls.siteConnectors.path] }, (list) =>
    list?.some(isSame) ? list.map((one) => (isSame(one) ? { ...one, ...statusesOf(live, one) } : one)) : list,
  );
}

function statusesOf({ status, isConnected }: LiveConnector, { connectorStatus, cpStatus }: SiteConnector) {
  const online = isConnected ? 'Online' : 'Offline';
  return {
    connectorStatus: status ?? connectorStatus,
    cpStatus: isConnected === undefined ? cpStatus : online,
  };
}
