import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import {
  calls,
  LiveConnector,
  type LiveEvent,
  type Order,
  SiteConnector,
  Transaction,
} from '@shared/contract';
import { applyEvent } from './apply-event.ts';
import { queries } from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { configureApi } from './request.ts';

const connectorIds = { chargePointId: 'cp', connectorId: '1' };
const cache = createQueryClient();

beforeEach(() =>
  configureApi({
    baseUrl: () => 'http://localhost/v1/api',
    headers: () => ({}),
    onUnauthorized: () => {},
    onUnreadable: () => {},
  }),
);
afterEach(() => {
  cache.clear();
  rs.restoreAllMocks();
  rs.useRealTimers();
});

const updateTo = (status: string): LiveEvent => ({
  type: 'UpdateConnectorStatusIntegrationEvent',
  connector: LiveConnector.parse({ ...connectorIds, status, isConnected: true }),
});
const siteConnector = (status: string) => ({ ...connectorIds, connectorStatus: status, cpStatus: 'Online' });
const siteRead = { ...queries.siteConnectors('3'), staleTime: 0 };
const statusInSite = () => cache.getQueryData(siteRead.queryKey)?.[0]?.connectorStatus;

/** Lets the next response arrive after `event`. */
function respondAfter(event: LiveEvent, body: object[]) {
  rs.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    applyEvent(event, cache);
    return Response.json(body);
  });
}

test.each([
  ['the first response', []],
  ['a later response', [SiteConnector.parse(siteConnector('Available'))]],
])("keeps a connector's newer status in %s with the connectors of its site", async (_, known) => {
  if (known.length > 0) cache.setQueryData(siteRead.queryKey, known);
  respondAfter(updateTo('Charging'), [
    siteConnector('Available'),
    { ...siteConnector('Available'), connectorId: '2' },
  ]);
  await cache.fetchQuery(siteRead);
  expect(cache.getQueryData(siteRead.queryKey)?.map(({ connectorStatus }) => connectorStatus)).toEqual([
    'Charging',
    'Available',
  ]);
});

test('replaces the status of an event with that of a later response', async () => {
  applyEvent(updateTo('Charging'), cache);
  rs.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json([siteConnector('Available')]));
  await cache.fetchQuery(siteRead);
  expect(statusInSite()).toBe('Available');
});

const transaction = Transaction.parse({ transactionId: '7', ...connectorIds });
const EVENTS: LiveEvent[] = [
  { type: 'heartbeat' },
  { type: 'StartTransactionIntegrationEvent', transaction },
  { type: 'ErrorStartTransactionIntegrationEvent', ...connectorIds },
  { type: 'StopTransactionIntegrationEvent', transaction },
  { type: 'order', order: { orderId: '5' } as Order },
  updateTo('Charging'),
];

test('keeps the error of a start until the code that shows it on any screen has loaded', () => {
  rs.useFakeTimers();
  applyEvent({ type: 'ErrorStartTransactionIntegrationEvent', ...connectorIds, errorCode: 'Blocked' }, cache);
  rs.advanceTimersByTime(60_000);
  expect(cache.getQueryData(queries.startError('cp', '1').queryKey)).toBe('Blocked');
});

/** Merged with the events, or refetched by the screens that use them. */
const NOT_INVALIDATED = [
  'connectorStatus',
  'siteConnectors',
  'connectorsOfCharger',
  'valetQueue',
  'valetConnectors',
];

test.each(EVENTS)('marks the responses that $type changes as stale', (event) => {
  rs.useFakeTimers();
  const reads = Object.entries(calls).filter(([, { method }]) => method === 'GET');
  for (const [, { path }] of reads) cache.setQueryData([path], []);
  applyEvent(event, cache);
  rs.advanceTimersByTime(1000);
  const stale = reads.filter(([, { path }]) => cache.getQueryState([path])?.isInvalidated);
  const changed = reads.filter(
    ([name, { live }]) => live?.includes(event.type) && !NOT_INVALIDATED.includes(name),
  );
  expect(stale.map(([name]) => name)).toEqual(changed.map(([name]) => name));
});
