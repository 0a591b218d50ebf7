/** Charge points that send too much, read too little, or connect twice. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { type RawData, WebSocket } from 'ws';
import { eq, sql } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { rawFrame } from '../../testing/raw-frame.ts';
import { openSocket, upgradeText } from '../../testing/raw-upgrade.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { until } from '../../testing/until.ts';
import { addDriver, apiClient, type Network, openNetwork } from '../charging/network.testing.ts';

let network: Network;
const clock = createTestClock();
beforeAll(async () => {
  network = await openNetwork({ clock });
});
afterAll(() => network.backend.close());

async function connect(id: string) {
  const socket = new WebSocket(`${network.backend.url.replace('http', 'ws')}/ocpp/${id}`, ['ocpp1.6']);
  const responses: unknown[][] = [];
  let closeCode: number | undefined;
  socket.once('close', (code) => {
    closeCode = code;
  });
  socket.on('message', (data: RawData) => responses.push(JSON.parse(String(data))));
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return {
    socket,
    responses,
    closed: () => untilAdvanced('closed', () => closeCode),
    send: (...frame: unknown[]) => socket.send(JSON.stringify(frame)),
    responseTo: (id: string) =>
      untilAdvanced(`response to ${id}`, () => responses.find((frame) => frame[1] === id)),
  };
}

/** Advances the clock until `probe` returns a value. */
const untilAdvanced = <T>(what: string, probe: () => T | undefined) =>
  until(what, () => {
    const found = probe();
    if (found === undefined) clock.advance(500);
    return found;
  });

async function isOnline(id: string): Promise<boolean | undefined> {
  const { db } = network.backend.context;
  const [row] = await db.select().from(chargePoints).where(eq(chargePoints.id, id));
  return row?.online;
}

test('pauses reading from a charge point that pipelines hundreds of calls, and responds to all of them', async () => {
  const { socket, send, responses, responseTo } = await connect('EAGER');
  await until('online', () => isOnline('EAGER'));
  const startedAt = clock.elapsed();
  for (let i = 0; i < 400; i++) send(2, `${i}`, 'Heartbeat', {});
  await responseTo('399');
  send(2, 'next', 'Heartbeat', {});
  await responseTo('next');
  expect(clock.elapsed() - startedAt).toBeGreaterThan(4500);
  expect(responses.filter(([type]) => type === 3)).toHaveLength(401);
  socket.terminate();
});

test('pauses reading from a charge point that sends several megabytes, and responds to all of them', async () => {
  const { socket, send, responseTo } = await connect('LARGE');
  const startedAt = clock.elapsed();
  for (let i = 0; i < 6; i++) send(2, `${i}`, 'Heartbeat', { extra: 'x'.repeat(1_000_000) });
  await responseTo('5');
  send(2, 'next', 'Heartbeat', {});
  await responseTo('next');
  expect(clock.elapsed() - startedAt).toBeGreaterThan(3000);
  socket.terminate();
});

test('closes the connection of a client that pipelines thousands of calls, and admits it again', async () => {
  const flood = await connect('FLOOD');
  for (let i = 0; i < 5000; i++) flood.send(2, `${i}`, 'Heartbeat', {});
  expect(await flood.closed()).toBe(1008);
  const again = await connect('FLOOD');
  again.send(2, 'x', 'Heartbeat', {});
  expect(await again.responseTo('x')).toMatchObject([3, 'x', {}]);
  again.socket.terminate();
});

test('disconnects a client that sends but does not read', async () => {
  const { socket, send } = await connect('DEAF');
  await until('online', () => isOnline('DEAF'));
  socket.pause();
  // Each response repeats the long message id.
  for (let i = 0; i < 100; i++) send(2, `${i}`.padEnd(200_000, 'd'), 'Heartbeat', {});
  await until('offline', async () => {
    clock.advance(500);
    return (await isOnline('DEAF')) === false;
  });
  socket.terminate();
});

test('closes a connection after more than 20 malformed frames in a row', async () => {
  const { socket, send, responseTo, closed } = await connect('BAD');
  const sendBad = (count: number) => {
    for (let i = 0; i < count; i++) socket.send('not JSON');
  };
  sendBad(20);
  send(2, 'good', 'Heartbeat', {});
  await responseTo('good');
  sendBad(20);
  send(2, 'still good', 'Heartbeat', {});
  await responseTo('still good');
  sendBad(21);
  expect(await closed()).toBe(1002);
});

test('survives a malformed websocket frame while it closes a connection', async () => {
  const { url } = network.backend;
  const socket = await openSocket(url);
  socket.write(upgradeText('/ocpp/RSV'));
  await once(socket, 'data');
  let isClosed = false;
  socket.once('close', () => {
    isClosed = true;
  });
  for (let i = 0; i < 25; i++) socket.write(rawFrame('not JSON'));
  // A frame with a reserved bit after the server's close frame makes the websocket fail while it
  // closes.
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  await until('a close frame', () => received.includes('\x88'));
  socket.write(rawFrame('', { first: 0xf1 }));
  await untilAdvanced('closed', () => isClosed || undefined);
  expect((await fetch(`${url}/healthz`)).ok).toBe(true);
});

test('closes the older connection of a charge point and keeps it online when that connection ends late', async () => {
  const older = await connect('TWICE');
  await until('online', () => isOnline('TWICE'));
  // The client never responds to the close frame, like a dead connection.
  older.socket.pause();
  const newer = await connect('TWICE');
  clock.advance(3000);
  older.socket.resume();
  expect(await older.closed()).toBe(1000);
  expect(await isOnline('TWICE')).toBe(true);
  newer.send(2, 'x', 'Heartbeat', {});
  await newer.responseTo('x');
  newer.socket.close();
  await until('offline', async () => (await isOnline('TWICE')) === false);
});

test('sends commands to the newer connection of a charge point', async () => {
  const older = await connect('MOVED');
  const newer = await connect('MOVED');
  expect(await older.closed()).toBe(1000);
  newer.send(2, 'boot', 'BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' });
  await until('a command', () => newer.responses.some((frame) => frame[2] === 'GetConfiguration'));
  newer.socket.terminate();
});

test('responds to a failed query without its text', async () => {
  const { socket, send, responseTo } = await connect('SQL');
  const status = { status: 'Available', errorCode: 'NoError' };
  send(2, 'nul', 'StatusNotification', { ...status, connectorId: 1, timestamp: '0000-01-01T00:00:00Z' });
  send(2, 'big', 'MeterValues', { connectorId: 2 ** 40, meterValue: [] });
  send(2, 'tag', 'Authorize', { idTag: '\u0000' });
  await responseTo('tag');
  const { db } = network.backend.context;
  await db.execute(sql`alter table id_tags rename to id_tags_away`);
  send(2, 'auth', 'Authorize', { idTag: 'A' });
  await responseTo('auth');
  await db.execute(sql`alter table id_tags_away rename to id_tags`);
  for (const id of ['nul', 'big', 'tag', 'auth']) {
    const response = JSON.stringify(await responseTo(id));
    expect(response).not.toMatch(/select|insert|update|query|params|integer|encoding|timestamp/i);
  }
  expect(await responseTo('auth')).toEqual([4, 'auth', 'InternalError', 'Internal error', {}]);
  socket.terminate();
});

test('registers at most 500 unknown charge points', async () => {
  const { db } = network.backend.context;
  const registered = await db.$count(chargePoints, eq(chargePoints.manufacturer, 'Visitante'));
  await db.insert(chargePoints).values(
    Array.from({ length: 499 - registered }, (_, i) => ({
      id: `V-${i}`,
      code: `9A${i}`,
      siteId: network.siteId,
      priceProfileId: network.profileId,
      manufacturer: 'Visitante',
      model: 'OCPP 1.6J',
      maxPowerKw: 22,
    })),
  );
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => connect(randomUUID())));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await db.$count(chargePoints, eq(chargePoints.manufacturer, 'Visitante'))).toBe(500);
  const driver = apiClient(network.backend, await addDriver(network, 0));
  expect((await driver.call('GET', '/OnlineConnectorStatus/V-1/1')).status).toBeLessThan(500);
});
