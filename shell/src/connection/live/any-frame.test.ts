/** Frames of any content: nothing throws, and later frames are still handled. */
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, type QueryClient, queries } from '@shared/client';
import { onLiveEvent } from '@shared/state';
import fc from 'fast-check';
import { createStore } from 'jotai';
import { anyCharacter } from '../../host/any-character.testing.ts';
import { FakeSocket, startFakeBus } from './fake-socket.testing.ts';

const VALID = [
  { type: 'heartbeat' },
  { order: { orderId: 5, orderState: 'paid', orderOtId: 0, orderAmount: 35, orderItems: [{}] } },
  {
    type: 'StartTransactionIntegrationEvent',
    transaction: { transactionId: 9, chargePointId: 7, connectorId: 1, startTime: '2026-01-01T00:00:00Z' },
  },
  { type: 'ErrorStartTransactionIntegrationEvent', chargePointId: 7, connectorId: 1, errorCode: 'Invalid' },
  {
    type: 'StopTransactionIntegrationEvent',
    transaction: { transactionId: 9, chargePointId: 7, connectorId: 1, meterTotal: 2.5 },
  },
  {
    type: 'UpdateConnectorStatusIntegrationEvent',
    connector: { chargePointId: 7, connectorId: 1, status: 'Charging', soC: 51, isConnected: true },
  },
] as const;
const RUNS = { numRuns: 100 };

let cache: QueryClient;
let stop: () => void;

beforeEach(() => {
  rs.useFakeTimers();
  rs.stubGlobal('WebSocket', FakeSocket);
  rs.stubGlobal('fetch', async () => Response.json({}));
  rs.spyOn(console, 'error').mockImplementation(() => {});
  cache = createQueryClient();
  cache.setQueryData(queries.siteConnectors('1').queryKey, [
    { chargePointId: '7', connectorId: '1' },
  ] as never);
  stop = startFakeBus({ store: createStore(), cache });
});
afterEach(() => {
  stop();
  cache.clear();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
  rs.useRealTimers();
});

let meter = 0;
/** Expects that a valid frame still has its effect. */
function expectAlive() {
  meter += 1;
  FakeSocket.last.say({
    type: 'UpdateConnectorStatusIntegrationEvent',
    connector: { chargePointId: 'own', connectorId: '1', meterKWH: meter },
  });
  expect(cache.getQueryData(queries.connectorStatus('own', '1').queryKey)?.[0]?.meterKWH).toBe(meter);
  expect(FakeSocket.all).toHaveLength(1);
}

/** A valid frame with an arbitrary value at one place, at any depth. */
const damaged = fc
  .tuple(fc.constantFrom(...VALID), fc.nat(), fc.oneof(fc.jsonValue(), fc.constant(undefined)))
  .map(([frame, place, other]) => {
    let remaining = place % JSON.stringify(frame).length;
    return (
      JSON.parse(JSON.stringify(frame), (_, value: unknown) => (remaining-- === 0 ? other : value)) ?? null
    );
  });

test('survives any JSON, and valid frames with an arbitrary value at one place', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue({ maxDepth: 6 }), damaged), (frame) => {
      FakeSocket.last.say(JSON.stringify(frame));
      expectAlive();
    }),
    RUNS,
  );
});

test("survives truncated text and text that isn't JSON", () => {
  const cut = fc
    .tuple(fc.constantFrom(...VALID), fc.nat())
    .map(([frame, length]) => JSON.stringify(frame).slice(0, length % JSON.stringify(frame).length));
  fc.assert(
    fc.property(fc.oneof(cut, fc.string({ unit: anyCharacter })), (text) => {
      FakeSocket.last.say(text);
      expectAlive();
    }),
    RUNS,
  );
});

test('survives binary frames', () => {
  for (const data of [
    new ArrayBuffer(8),
    new Blob(['{"type":"heartbeat"}']),
    new Uint8Array(3),
    null,
    undefined,
  ])
    FakeSocket.last.onmessage?.({ data });
  expectAlive();
});

test('survives frames that are too large or too deep, and handles the readable parts', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  FakeSocket.last.say(deep);
  FakeSocket.last.say(`{"type":"heartbeat","more":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`);
  FakeSocket.last.say(JSON.stringify({ junk: 'x'.repeat(5_000_000) }));
  const connector = `"chargePointId":"own","connectorId":"1"`;
  for (const soC of [50, 51])
    FakeSocket.last.say(
      `{"type":"UpdateConnectorStatusIntegrationEvent","connector":{${connector},"soC":${soC},"more":${deep}}}`,
    );
  expect(cache.getQueryData(queries.connectorStatus('own', '1').queryKey)?.[0]?.soC).toBe(51);
  expectAlive();
});

test('gives no special meaning to names such as __proto__', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    FakeSocket.last.say(`{"${name}":{"polluted":1},"type":"${name}"}`);
    const transaction = `{"transactionId":"${name}","chargePointId":"${name}","connectorId":"${name}"}`;
    FakeSocket.last.say(`{"type":"StopTransactionIntegrationEvent","transaction":${transaction}}`);
    FakeSocket.last.say(
      `{"order":{"orderId":"${name}","orderOtId":0,"orderState":"paid","__proto__":{"x":1}}}`,
    );
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('polluted' in {}).toBe(false);
  expectAlive();
});

test('passes each valid frame to the listeners once, in the order of arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...VALID), { maxLength: 20 }), (frames) => {
      const received: string[] = [];
      const end = onLiveEvent(({ type }) => received.push(type));
      for (const frame of frames) FakeSocket.last.say(frame);
      end();
      const expected = frames.map((frame) => ('order' in frame ? 'order' : frame.type));
      expect(received).toEqual(expected.filter((type) => type !== 'heartbeat'));
    }),
    RUNS,
  );
});
