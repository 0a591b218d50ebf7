/** Applies a live event to the query cache, before the live bus passes it to its listeners. */
import {
  calls,
  type LiveConnector,
  type LiveEvent,
  type Order,
  type SiteConnector,
  type Transaction,
} from '@shared/contract';
import type { QueryClient } from '@tanstack/react-query';
import { chargeReport, type KnownConnector, mergeConnector, stamp, statusReport } from './merge-connector.ts';
import { queries, withReported } from './queries.ts';
import type { AnyCall } from './request.ts';

const STATUS = 'UpdateConnectorStatusIntegrationEvent';
const STOP = 'StopTransactionIntegrationEvent';

/** Delay of the refetch of `LISTS` after a start or stop event, in ms. */
const LISTS_DELAY_MS = 1000;
/** Refetched together, so that the card of a wait becomes the card of its charge. */
const LISTS: readonly string[] = [calls.activeRecharges.path, calls.startAttempts.path];

export function applyEvent(event: LiveEvent, cache: QueryClient): void {
  if ('transaction' in event) setCharge(cache, event.transaction, event.type === STOP);
  else if ('connector' in event) setStatus(cache, event.connector);
  else if ('order' in event) setOrder(cache, event.order);
  else if ('connectorId' in event) setStartError(cache, event, event.errorCode ?? '');

  for (const { path, live } of Object.values<AnyCall>(calls)) {
    // Status events carry every meter value, so what they change isn't refetched here: it is merged
    // above, or refetched by the screen that shows it.
    if (!live?.includes(event.type) || live.includes(STATUS)) continue;
    const refetch = () => void cache.invalidateQueries({ queryKey: [path] });
    if ('transaction' in event && LISTS.includes(path)) setTimeout(refetch, LISTS_DELAY_MS);
    else refetch();
  }
}

function setCharge(cache: QueryClient, charge: Transaction, stopped: boolean): void {
  updateConnector(cache, chargeReport(charge, stamp(), stopped));
  if (stopped)
    cache.setQueryData(queries.endedCharges().queryKey, (known) => ({
      ...known,
      [charge.transactionId]: charge,
    }));
  else setStartError(cache, charge, null);
}

function setStatus(cache: QueryClient, connector: LiveConnector): void {
  const at = stamp();
  updateConnector(cache, statusReport(connector, at));
  cache.setQueriesData<SiteConnector[]>(
    { queryKey: [calls.siteConnectors.path] },
    (list) => list && withReported(list, at - 1, cache),
  );
}

function setStartError(
  cache: QueryClient,
  { chargePointId, connectorId }: { chargePointId: string; connectorId: string },
  code: string | null,
): void {
  cache.setQueryData(queries.startError(chargePointId, connectorId).queryKey, code);
}

/** Merges the frame into a cached order, which stays merged if the refetch of the order fails. */
function setOrder(cache: QueryClient, update: Order): void {
  cache.setQueryData(
    queries.order(update.orderId).queryKey,
    (known) => known && { ...known, ...definedFields(update) },
  );
}

function updateConnector(cache: QueryClient, report: KnownConnector): void {
  const { queryKey } = queries.connectorStatus(report.chargePointId, report.connectorId);
  const [merged] = cache.setQueryData(queryKey, (known) => [mergeConnector(known?.[0], report)]) ?? [];
  // Start and stop events lack the connector's status.
  if (merged?.reportedAt === 0) void cache.invalidateQueries({ queryKey });
}

const definedFields = (update: object) =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined));
