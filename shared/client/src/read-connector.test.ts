import { afterEach, expect, rs, test } from '@rstest/core';
import { LiveConnector, Transaction } from '@shared/contract';
import { applyEvent } from './apply-event.ts';
import { queries } from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { configureApi } from './request.ts';

afterEach(() => void rs.restoreAllMocks());

const connector = { chargePointId: 'cp', connectorId: '1', isConnected: true, status: 'Available' };
const query = { ...queries.connectorStatus('cp', '1'), staleTime: 0 };

/** Creates a cache. Its server runs `meanwhile`, then responds to a status request with `found`. */
function openCache(found: () => object[], meanwhile = () => {}) {
  configureApi({
    baseUrl: () => 'http://localhost/v1/api',
    headers: () => ({}),
    onUnauthorized: () => {},
    onUnreadable: () => {},
  });
  rs.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    meanwhile();
    return Response.json(found());
  });
  return createQueryClient();
}
const update = () =>
  ({ type: 'UpdateConnectorStatusIntegrationEvent', connector: LiveConnector.parse(connector) }) as const;

test('drops a connector that the server no longer returns', async () => {
  let found = [connector];
  const cache = openCache(() => found);
  expect(await cache.fetchQuery(query)).toMatchObject([connector]);
  found = [];
  expect(await cache.fetchQuery(query)).toEqual([]);
});

test('keeps a connector that a live event reported after the request', async () => {
  const cache = openCache(
    () => [],
    () => applyEvent(update(), cache),
  );
  expect(await cache.fetchQuery(query)).toMatchObject([connector]);
});

test('clears the reason of a failed start when a charge begins on that connector', () => {
  const cache = openCache(() => [connector]);
  const reason = () => cache.getQueryData(queries.startError('cp', '1').queryKey);
  const connectorIds = { chargePointId: 'cp', connectorId: '1' };
  applyEvent({ type: 'ErrorStartTransactionIntegrationEvent', ...connectorIds, errorCode: 'Blocked' }, cache);
  expect(reason()).toBe('Blocked');
  const transaction = Transaction.parse({ transactionId: '7', ...connectorIds });
  applyEvent({ type: 'StartTransactionIntegrationEvent', transaction }, cache);
  expect(reason()).toBeNull();
});
