/**
 * Two connections of one charge point: the newer one replaces the older one, whichever closes
 * first.
 */

import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { createCheckedClock } from '../../testing/test-clock.ts';
import { until } from '../../testing/until.ts';
import { addChargePoint, type Network, openNetwork } from '../charging/network.testing.ts';
import { connectRaw } from './raw-charge-point.testing.ts';

const ID = 'TWICE';
const NORMAL_CLOSURE = 1000;
const clock = createCheckedClock();
let network: Network;
beforeAll(async () => {
  network = await openNetwork({ clock });
  await addChargePoint(network, ID, '65000');
});
afterAll(() => network.backend.close());

const connect = () => connectRaw(network.backend.url, ID);

async function isOnline() {
  const [row] = await network.backend.context.db.select().from(chargePoints).where(eq(chargePoints.id, ID));
  return row?.online;
}
const becomes = (online: boolean) => until(`online: ${online}`, async () => (await isOnline()) === online);
/** Lets the work after a close event and two updates of presence end. */
async function settle() {
  for (let round = 0; round < 2; round++) {
    clock.runChecks();
    await wait(50);
  }
}

test('marks a charge point as offline when its newer connection closes, and as online when it reconnects', async () => {
  const a = await connect();
  await becomes(true);
  const b = await connect();
  expect(await a.closed).toBe(NORMAL_CLOSURE);
  await settle();
  expect(await isOnline()).toBe(true);
  b.socket.close();
  await becomes(false);
  const again = await connect();
  await becomes(true);
  expect(await again.call('Heartbeat', {})).toMatchObject([3, '1', {}]);
  again.socket.close();
  await becomes(false);
});

test('does not mark a charge point as offline on a late close event of its older connection', async () => {
  const a = await connect();
  await becomes(true);
  // The older connection is half open: it neither reads nor completes the closing handshake.
  a.socket.pause();
  const b = await connect();
  await settle();
  a.socket.terminate();
  await settle();
  expect(await isOnline()).toBe(true);
  expect(await b.call('Heartbeat', {})).toMatchObject([3, '1', {}]);
  // A boot triggers calls of the central system, which must go to the newer connection.
  await b.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' });
  await until('a call', () => b.received.length > 0);
  b.socket.close();
  await once(b.socket, 'close');
  await becomes(false);
});

test('keeps exactly one of many connections that open at once', async () => {
  const connections = await Promise.all(Array.from({ length: 10 }, connect));
  await until(
    'one left',
    () => connections.filter(({ socket }) => socket.readyState === socket.OPEN).length === 1,
  );
  await becomes(true);
  await settle();
  expect(await isOnline()).toBe(true);
  const newest = connections.find(({ socket }) => socket.readyState === socket.OPEN);
  expect(await newest?.call('Heartbeat', {})).toMatchObject([3, '1', {}]);
  newest?.socket.close();
  await becomes(false);
});
