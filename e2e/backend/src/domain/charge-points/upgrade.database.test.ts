/** Malformed websocket upgrades, and upgrades to unknown paths. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { liveProtocol } from '@shared/contract/live';
import { WebSocket } from 'ws';
import { openSocket, sendRaw, sendUpgrade } from '../../testing/raw-upgrade.ts';
import { type Network, openNetwork } from '../charging/network.testing.ts';

let network: Network;
beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.backend.close());

const upgrade = (path: string, headers: Record<string, string | undefined> = {}, method = 'GET') =>
  sendUpgrade(network.backend.url, path, { headers, method });
const isServing = async () => (await fetch(`${network.backend.url}/healthz`)).ok;

test.each([
  '/ocpp/%ff',
  '/ocpp/%',
  '/ocpp/%C0%80',
  '/ocpp/A%00',
  '/ocpp/a/b',
  '/ocpp/',
  `/ocpp/${'x'.repeat(49)}`,
])('refuses an upgrade to %s with 400 and keeps serving', async (path) => {
  expect(await upgrade(path)).toMatchObject({ status: 400, closed: true });
  expect(await isServing()).toBe(true);
});

test.each([
  ['/%ff', 400],
  ['/elsewhere', 404],
  ['/v1/api/auth', 404],
  ['/ocpp', 404],
  ['http://[', 404],
  ['*', 404],
])('rejects an upgrade to %s immediately', async (path, status) => {
  expect(await upgrade(path)).toMatchObject({ status, closed: true });
});

test.each([
  ['no subprotocol', { 'Sec-WebSocket-Protocol': undefined }],
  ['another subprotocol', { 'Sec-WebSocket-Protocol': 'ocpp2.0' }],
  ['a malformed list of subprotocols', { 'Sec-WebSocket-Protocol': 'ocpp1.6,,' }],
  ['no key', { 'Sec-WebSocket-Key': undefined }],
  ['a short key', { 'Sec-WebSocket-Key': 'abc' }],
  ['an old version', { 'Sec-WebSocket-Version': '7' }],
  ['a protocol other than websocket', { Upgrade: 'h2c' }],
])('refuses a charge point with %s', async (_, headers) => {
  expect(await upgrade('/ocpp/CP-1', headers)).toMatchObject({ status: 400, closed: true });
});

test('refuses an upgrade with a method other than GET', async () => {
  for (const path of ['/ocpp/CP-1', '/v1/ws/UserMessages'])
    expect(await upgrade(path, { 'Content-Length': '0' }, 'POST')).toMatchObject({
      status: 400,
      closed: true,
    });
});

test.each([
  ['ocpp1.6', 'ocpp1.6'],
  ['ocpp2.0.1', 'ocpp2.0.1'],
  ['ocpp1.6, ocpp2.0.1', 'ocpp2.0.1'],
  ['ocpp2.1, ocpp1.6', 'ocpp1.6'],
])('selects the newest version that it has from %s: %s', async (offered, selected) => {
  const { status, head } = await upgrade('/ocpp/CP-1', { 'Sec-WebSocket-Protocol': offered });
  expect(status).toBe(101);
  expect(head.toLowerCase().split('\r\n')).toContain(`sec-websocket-protocol: ${selected}`);
});

test('accepts a percent-encoded identity after a doubled slash', async () => {
  expect((await upgrade('/ocpp/RDAM%20123')).status).toBe(101);
  expect((await upgrade('/ocpp//RDAM%7C9')).status).toBe(101);
  const chargers: { chargePointId: string }[] = await (
    await fetch(`${network.backend.url}/sandbox/api/chargers`)
  ).json();
  const ids = chargers.map(({ chargePointId }) => chargePointId);
  expect(ids).toEqual(expect.arrayContaining(['RDAM 123', 'RDAM|9']));
});

test('closes a connection if the request is incomplete when it times out', async () => {
  const { backend } = await openNetwork({ handshakeMs: 500 });
  const unfinished = await sendRaw(backend.url, 'GET /ocpp/CP-1 HTTP/1.1\r\nUpgra');
  expect(unfinished).toMatchObject({ closed: true });
  expect(await sendRaw(backend.url, '')).toMatchObject({ closed: true });
  await backend.close();
});

test('survives clients that reset the connection during the handshake', async () => {
  for (let i = 0; i < 50; i++) {
    const socket = await openSocket(network.backend.url);
    socket.write(`GET /ocpp/CP-${i} HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    if (i % 2) socket.resetAndDestroy();
    else socket.destroy();
  }
  expect(await isServing()).toBe(true);
});

test('refuses a live stream if its query repeats the token', async () => {
  const url = `${network.backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=a&token=b`;
  const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)]);
  const [code] = await once(socket, 'close');
  expect(code).toBe(4401);
});
