/**
 * Intervals of RemoteStopTransaction: some charge points respond to a second request with a second
 * stop of 0 Wh.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { idTags, transactions } from '../../platform/database/schema.ts';
import { createCheckedClock } from '../../testing/test-clock.ts';
import { until } from '../../testing/until.ts';
import { connectRaw } from '../charge-points/raw-charge-point.testing.ts';
import { addChargePoint, addDriver, apiClient, type Network, openNetwork } from './network.testing.ts';
import { sendDueStops } from './request-stop.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
let network: Network;
/** Advanced only by the tests, since they check exact limits. */
let clock = Date.now();
const checks = createCheckedClock(() => new Date(clock));
let count = 0;
beforeAll(async () => {
  network = await openNetwork({ clock: checks });
});
afterAll(() => network.backend.close());

type Reply = 'Accepted' | 'Rejected' | 'nothing';

/** Starts a charge. `replies.stop` is the charge point's reply to stop requests. */
async function startCharging(stop: Reply) {
  count += 1;
  const id = `STOP-${count}`;
  const card = `STOP-CARD-${count}`;
  await addChargePoint(network, id, String(61_000 + count));
  const { db, now } = network.backend.context;
  const driver = await addDriver(network, 20_000);
  await db.insert(idTags).values({ tag: card, label: card, userId: driver.id });
  const replies = { stop };
  let requestCount = 0;
  const connect = () =>
    connectRaw(network.backend.url, id, {
      respond(method) {
        if (method !== 'RemoteStopTransaction') return { status: 'Accepted' };
        requestCount += 1;
        // The times stored before and after the reply must differ.
        clock += 1;
        return replies.stop === 'nothing' ? undefined : { status: replies.stop };
      },
    });
  const scene = { connection: await connect() };
  const timestamp = () => now().toISOString();
  const start = { connectorId: 1, idTag: card, meterStart: 0, timestamp: timestamp() };
  const [, , confirmed] = await scene.connection.call('StartTransaction', start);
  const { transactionId } = confirmed as { transactionId: number };
  const row = async () => {
    const [found] = await db.select().from(transactions).where(eq(transactions.id, transactionId));
    return found;
  };
  /** Sends meter values, and waits long enough for any request that they trigger. */
  async function meters(times = 3) {
    for (let i = 0; i < times; i++) {
      const meterValue = [{ timestamp: timestamp(), sampledValue: [{ value: '0' }] }];
      await scene.connection.call('MeterValues', { connectorId: 1, transactionId, meterValue });
      await scene.connection.call('Heartbeat', {});
    }
    checks.runChecks();
    await wait(50);
  }
  /** Waits for the n-th request, and until the time of the next one is stored. */
  async function untilRequest(n: number) {
    await until(`request ${n}`, async () => {
      checks.runChecks();
      const nextAt = clock + (replies.stop === 'Accepted' ? 2 * MINUTE : 10 * SECOND);
      return requestCount === n && (await row())?.stopRetryAt?.getTime() === nextAt;
    });
  }
  return {
    scene,
    db,
    transactionId,
    replies,
    row,
    meters,
    untilRequest,
    timestamp,
    driver: apiClient(network.backend, driver),
    id,
    requestCount: () => requestCount,
    /** Marks the charge to be stopped, as when the credit runs out. */
    markToStop: () =>
      db.update(transactions).set({ stopWantedAt: now() }).where(eq(transactions.id, transactionId)),
    async reconnect() {
      scene.connection.socket.terminate();
      scene.connection = await connect();
    },
  };
}

test('repeats an accepted stop request only after two minutes', async () => {
  const { requestCount, meters, untilRequest, markToStop, scene } = await startCharging('Accepted');
  await markToStop();
  await untilRequest(1);
  await meters(10);
  expect(requestCount()).toBe(1);
  clock += 2 * MINUTE - 5 * SECOND;
  await meters(5);
  expect(requestCount()).toBe(1);
  clock += 5 * SECOND;
  await untilRequest(2);
  await meters(5);
  expect(requestCount()).toBe(2);
  scene.connection.socket.terminate();
});

test('repeats a refused stop request after ten seconds', async () => {
  const { requestCount, meters, untilRequest, markToStop, scene } = await startCharging('Rejected');
  await markToStop();
  await untilRequest(1);
  await meters(5);
  expect(requestCount()).toBe(1);
  clock += 10 * SECOND;
  await untilRequest(2);
  await meters(5);
  expect(requestCount()).toBe(2);
  scene.connection.socket.terminate();
});

test('sends one request after a new connection and the boot that follows it', async () => {
  const { requestCount, meters, untilRequest, markToStop, scene, reconnect } =
    await startCharging('Accepted');
  await markToStop();
  await untilRequest(1);
  await reconnect();
  await untilRequest(2);
  await scene.connection.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' });
  await meters();
  expect(requestCount()).toBe(2);
  scene.connection.socket.terminate();
});

test('does not repeat for a new connection what was requested since', async () => {
  const { driver, id, transactionId, scene } = await startCharging('Accepted');
  const connectedAt = new Date(clock);
  clock += SECOND;
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  let requests = 0;
  const sendCall = async () => {
    requests += 1;
    return { reply: { status: 'Accepted' } };
  };
  await sendDueStops(network.backend.context, sendCall, [id], { connectedAt });
  expect(requests).toBe(0);
  clock += SECOND;
  await sendDueStops(network.backend.context, sendCall, [id], { connectedAt: new Date(clock) });
  expect(requests).toBe(1);
  scene.connection.socket.terminate();
});

test('repeats a refused request when the charge point boots', async () => {
  const { requestCount, meters, untilRequest, markToStop, scene, replies } = await startCharging('Rejected');
  await markToStop();
  await untilRequest(1);
  replies.stop = 'Accepted';
  await scene.connection.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' });
  await untilRequest(2);
  await meters();
  expect(requestCount()).toBe(2);
  scene.connection.socket.terminate();
});

test('sends a request at once when the driver taps, even after a recent refusal', async () => {
  const { requestCount, meters, untilRequest, markToStop, driver, id, transactionId, replies, row, scene } =
    await startCharging('Rejected');
  await markToStop();
  await untilRequest(1);
  replies.stop = 'Accepted';
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  expect(requestCount()).toBe(2);
  expect((await row())?.stopRetryAt?.getTime()).toBeGreaterThan(clock + MINUTE);
  await meters();
  expect(requestCount()).toBe(2);
  scene.connection.socket.terminate();
});

test('ignores a second tap within ten seconds after the stop was accepted', async () => {
  const { requestCount, driver, id, transactionId, scene } = await startCharging('Accepted');
  for (let taps = 0; taps < 3; taps++) expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  expect(requestCount()).toBe(1);
  clock += 10 * SECOND;
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  expect(requestCount()).toBe(2);
  scene.connection.socket.terminate();
});

test('keeps an accepted stop when the charge point refuses a later tap', async () => {
  const { requestCount, driver, id, transactionId, replies, row, meters, scene } =
    await startCharging('Accepted');
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  replies.stop = 'Rejected';
  clock += 15 * SECOND;
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  expect((await row())?.stopWantedAt).not.toBeNull();
  clock += 15 * SECOND;
  await meters();
  expect(requestCount()).toBe(2);
  scene.connection.socket.terminate();
});

test.each([
  ['credit', 'Accepted'],
  ['driver', 'Rejected'],
] as const)(
  'names %s as the reason if the stop for lack of credit was %s before the driver taps',
  async (reason, reply) => {
    const { driver, id, transactionId, replies, row, scene, db } = await startCharging(reply);
    await driver.stop(id, transactionId);
    const isThisCharge = eq(transactions.id, transactionId);
    await db
      .update(transactions)
      .set({ stopWantedAt: new Date(clock), stopRequestedBy: 'credit' })
      .where(isThisCharge);
    replies.stop = 'Accepted';
    clock += 15 * SECOND;
    expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
    expect((await row())?.stopRequestedBy).toBe(reason);
    scene.connection.socket.terminate();
  },
);

test('reports a refusal to the driver and sends no further request', async () => {
  const { requestCount, driver, id, transactionId, row, meters, scene } = await startCharging('Rejected');
  expect((await driver.stop(id, transactionId)).status).toBe('Rejected');
  expect((await row())?.stopWantedAt).toBeNull();
  clock += MINUTE;
  await meters();
  expect(requestCount()).toBe(1);
  scene.connection.socket.terminate();
});

test('bills the first stop when a second one reports 0 Wh', async () => {
  const { db, meters, scene, transactionId, timestamp, row } = await startCharging('Accepted');
  await meters(1);
  clock += 10 * MINUTE;
  const stop = { transactionId, timestamp: timestamp(), reason: 'Remote' };
  await scene.connection.call('StopTransaction', { ...stop, meterStop: 3000 });
  const first = await row();
  expect(first?.meterStopWh).toBe(3000);
  await scene.connection.call('StopTransaction', { ...stop, meterStop: 0, timestamp: timestamp() });
  expect(await row()).toEqual(first);
  expect(
    await db
      .select()
      .from(transactions)
      .where(eq(transactions.chargePointId, first?.chargePointId ?? '')),
  ).toHaveLength(1);
  scene.connection.socket.terminate();
});
