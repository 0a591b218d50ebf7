/** Applies a live event to the query cache, before the bus passes it to its listeners. */
import { type QueryClient, queries } from '@shared/client';
import {
  calls,
  type LiveConnector,
  type LiveEvent,
  type Order,
  type SiteConnector,
  type Transaction,
} from '@shared/contract';

/** The list of active charges refreshes this long after a start or stop event, in ms. */
const ACTIVE_LIST_DELAY_MS = 1000;

export function applyEvent(event: LiveEvent, cache: QueryClient): void {
  switch (event.type) {
    case 'UpdateConnectorStatusIntegrationEvent':
      setConnector(cache, event.connector);
      patchSiteLists(cache, event.connector);
      return;
    case 'StartTransactionIntegrationEvent':
      setTransaction(cache, event.transaction, (known) => mergeTransaction(known, event.transaction));
      chargeChanged(cache);
      return;
    case 'StopTransactionIntegrationEvent':
      setTransaction(cache, event.transaction, (known) =>
        known?.transactionId === event.transaction.transactionId ? undefined : known,
      );
      chargeChanged(cache);
      return;
    case 'order':
      setOrder(cache, event.order);
      invalidate(cache, queries.balance().queryKey);
      invalidate(cache, [calls.history.path]);
      return;
    default:
  }
}

/**
 * Marks queries as stale and refetches those on screen. Screens show their queries' failures.
 */
function invalidate(cache: QueryClient, queryKey: readonly unknown[]): void {
  const refetch = () => cache.invalidateQueries({ queryKey });
  // A first response in flight may be older than this event, and the library would accept it as
  // fresh.
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
  setTimeout(() => invalidate(cache, queries.activeRecharges().queryKey), ACTIVE_LIST_DELAY_MS);
}

/** Merges the frame into a cached order and refetches the order; the frame stays if that fails. */
function setOrder(cache: QueryClient, update: Order): void {
  const { queryKey } = queries.order(update.orderId);
  cache.setQueryData(queryKey, (known) => known && { ...known, ...definedFields(update) });
  invalidate(cache, queryKey);
}

/**
 * A frame replaces the whole status except the transaction, which only frames to its owner carry.
 */
function setConnector(cache: QueryClient, connector: LiveConnector): void {
  const { queryKey } = queries.connectorStatus(connector.chargePointId, connector.connectorId);
  replacePending(cache, queryKey, () =>
    cache.setQueryData(queryKey, (known) => {
      const transaction = mergeTransaction(known?.[0]?.transaction, connector.transaction);
      return [{ ...connector, transaction }];
    }),
  );
}

/**
 * Writes to the cache in place of a response in flight, which may be older than this event, and
 * then refetches.
 */
function replacePending(cache: QueryClient, queryKey: readonly unknown[], write: () => void): void {
  const fetching = cache.isFetching({ queryKey, exact: true }) > 0;
  void cache.cancelQueries({ queryKey, exact: true });
  write();
  if (fetching) invalidate(cache, queryKey);
}

function setTransaction(
  cache: QueryClient,
  { chargePointId, connectorId }: Transaction,
  change: (known: Transaction | undefined) => Transaction | undefined,
): void {
  const { queryKey } = queries.connectorStatus(chargePointId, connectorId);
  const known = cache.getQueryData(queryKey);
  const write = () =>
    cache.setQueryData(
      queryKey,
      known?.map((connector) => ({ ...connector, transaction: change(connector.transaction) })),
    );
  if (known) replacePending(cache, queryKey, write);
  else invalidate(cache, queryKey);
}

/**
 * Keeps the known fields that a frame omits, except `suspendedSince`: its absence ends the pause.
 */
function mergeTransaction(
  known: Transaction | undefined,
  update: Transaction | undefined,
): Transaction | undefined {
  if (known?.transactionId !== update?.transactionId) return update ?? known;
  return known && { ...known, ...definedFields(update), suspendedSince: update?.suspendedSince };
}

const definedFields = (update: object = {}) =>
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
