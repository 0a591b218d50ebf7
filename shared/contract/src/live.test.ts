import { expect, test } from '@rstest/core';
import { parseLiveFrame } from './live.ts';

test('a frame of a kind that nobody knows, or that is no JSON, is read as nothing and throws nothing', () => {
  for (const data of [
    '',
    '{',
    '[]',
    'null',
    '7',
    '{"type":"Somebody"}',
    '{"type":"StartTransactionIntegrationEvent"}',
    12,
    undefined,
  ])
    expect(parseLiveFrame(data)).toBeUndefined();
});

test('ids may be numbers or strings, and unknown keys and nulls pass', () => {
  const event = parseLiveFrame(
    JSON.stringify({
      type: 'UpdateConnectorStatusIntegrationEvent',
      connector: { chargePointId: 7, connectorId: '1', soC: null, status: 'Charging', news: true },
    }),
  );
  expect(event).toMatchObject({ connector: { chargePointId: '7', connectorId: '1', status: 'Charging' } });
});

test('an order frame is told by its order', () => {
  expect(parseLiveFrame('{"order":{"orderId":9,"orderState":"paid","orderOtId":0}}')).toMatchObject({
    type: 'order',
    order: { orderId: '9', orderState: 'paid', orderOtId: 0 },
  });
});
