import { expect, rs, test } from '@rstest/core';
import { parseLiveFrame } from './live.ts';

test("returns undefined for a frame of an unknown type, and for text that isn't JSON", () => {
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

test('accepts ids as numbers or strings, unknown keys and nulls', () => {
  const event = parseLiveFrame(
    JSON.stringify({
      type: 'UpdateConnectorStatusIntegrationEvent',
      connector: { chargePointId: 7, connectorId: '1', soC: null, status: 'Charging', news: true },
    }),
  );
  expect(event).toMatchObject({ connector: { chargePointId: '7', connectorId: '1', status: 'Charging' } });
});

test('recognizes an order frame by its `order` field', () => {
  expect(parseLiveFrame('{"order":{"orderId":9,"orderState":"paid","orderOtId":0}}')).toMatchObject({
    type: 'order',
    order: { orderId: '9', orderState: 'paid', orderOtId: 0 },
  });
});

const frame = (connector: object) =>
  JSON.stringify({ type: 'UpdateConnectorStatusIntegrationEvent', connector });
const connector = { chargePointId: 'a', connectorId: 1 };

test('treats an unparsable optional field of a frame as absent, and reports the frame and the place', () => {
  const unreadable = rs.fn();
  const event = parseLiveFrame(frame({ ...connector, soC: 'half', transaction: null }), unreadable);
  expect(event).toMatchObject({ connector: { chargePointId: 'a', soC: undefined } });
  expect(unreadable.mock.calls).toEqual([['UpdateConnectorStatusIntegrationEvent', ['connector.soC']]]);
});

test.each([
  [
    'UpdateConnectorStatusIntegrationEvent',
    ['connector.transaction'],
    frame({ ...connector, transaction: 7 }),
  ],
  ['order', ['order.orderId'], '{"type":"TopUp","order":{"orderState":"paid"}}'],
  ['frame', ['type'], '{"type":"Somebody"}'],
  ['frame', ['(all)'], 'not JSON'],
])('drops a frame without its required fields, and reports %s at %j', (name, places, data) => {
  const unreadable = rs.fn();
  expect(parseLiveFrame(data, unreadable)).toBeUndefined();
  expect(unreadable.mock.calls).toEqual([[name, places]]);
});
