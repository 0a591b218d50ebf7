/** Admission of live connections: origin, session and limits. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { INVALID_USER, liveProtocol } from '@shared/contract/live';
import { WebSocket } from 'ws';
import type { Backend } from '../../app.ts';
import { sql } from '../../platform/database/orm.ts';
import { openSocket, upgradeText } from '../../testing/raw-upgrade.ts';
import { addUser, startTestBackend } from '../../testing/test-backend.ts';

const WEB_APP = 'https://app.example';
const BOARD = 'https://board.example:8443';
const EVIL = 'https://evil.example';
const MAX_PER_ADDRESS_BLOCK = 40;
const MAX_PER_USER = 30;
let backend: Backend;
let token = '';
const raw: Socket[] = [];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  backend = await startTestBackend({
    webAppUrl: WEB_APP,
    allowedOrigins: [BOARD],
    trustedProxies: 'loopback',
    liveSocketsPerAddressBlock: MAX_PER_ADDRESS_BLOCK,
  });
  ({ token } = await addUser(backend, 'ana'));
});
afterEach(async () => {
  for (const socket of raw.splice(0)) socket.destroy();
  for (const socket of sockets.splice(0)) socket.terminate();
  await expect.poll(openOnServer).toBe(0);
});
afterAll(() => backend.close());

const openOnServer = () => backend.app.websocketServer.clients.size;
const socketUrl = (path: string) => `${backend.url.replace('http', 'ws')}${path}`;
const streamUrl = (bearer: string) => socketUrl(`/v1/ws/UserMessages?token=${bearer}`);

/** Resolves with the status of the handshake: 101 if it is accepted. */
async function handshake(url: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)], { headers });
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

interface SilentClient {
  /** Everything that was received, including the response to the handshake. */
  received: () => string;
  /** Resolves when the server has ended the connection. */
  ended: Promise<unknown>;
}

/** Opens a connection and sends nothing more, not even the reply to a close frame. */
async function open(bearer: string): Promise<SilentClient> {
  const socket = await openSocket(backend.url);
  raw.push(socket);
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  const ended = once(socket, 'close');
  const headers = { 'Sec-WebSocket-Protocol': liveProtocol(PRODUCT.slug) };
  socket.write(upgradeText(`/v1/ws/UserMessages?token=${bearer}`, { headers }));
  await expect.poll(() => received).toContain('101 Switching Protocols');
  return { received: () => received, ended };
}

test.each([
  ['no origin, like a client that is not a browser', undefined, 101],
  ['the origin of SITE_URL', WEB_APP, 101],
  ['a configured origin', BOARD, 101],
  ['the origin of another website', EVIL, 403],
  ['the origin of a configured host on another port', 'https://board.example', 403],
  ['an opaque origin', 'null', 403],
])('responds to a handshake with %s', async (_, origin, status) => {
  expect(await handshake(streamUrl(token), { ...(origin && { origin }) })).toBe(status);
});

test('accepts a page of the server itself', async () => {
  const origin = backend.url;
  expect(await handshake(streamUrl(token), { origin })).toBe(101);
});

test('refuses another origin before it looks up the token', async () => {
  const { db } = backend.context;
  await db.execute(sql`alter table auth_tokens rename to auth_tokens_away`);
  expect(await handshake(streamUrl('unknown'), { origin: WEB_APP })).toBe(500);
  expect(await handshake(streamUrl('unknown'), { origin: EVIL })).toBe(403);
  await db.execute(sql`alter table auth_tokens_away rename to auth_tokens`);
});

test('upgrades no path other than that of the stream', async () => {
  for (const path of ['/healthz', '/v1/api/wallet/Balance', '/v1/ws/', '/v1/ws/Other', '/'])
    expect(await handshake(socketUrl(path), {})).toBe(404);
});

test('ends a connection with an unknown token at once when its client stays silent', async () => {
  const socket = await open('unknown');
  await socket.ended;
  expect(socket.received()).toContain(INVALID_USER);
  await expect.poll(openOnServer).toBe(0);
});

test('ends the oldest connection of an account beyond its limit at once when its client stays silent', async () => {
  const oldest = await open(token);
  for (let i = 0; i < MAX_PER_USER; i++) await open(token);
  await oldest.ended;
  await expect.poll(openOnServer).toBe(MAX_PER_USER);
});

test('refuses connections beyond the limit of an address block, and accepts those of other ones and later ones', async () => {
  const users = [token, (await addUser(backend, 'bruno')).token];
  const from = (ip: string, at = 0) => handshake(streamUrl(users[at % 2] ?? ''), { 'x-forwarded-for': ip });
  for (let i = 0; i < MAX_PER_ADDRESS_BLOCK; i++) expect(await from(`2001:db8::${i + 1}`, i)).toBe(101);
  expect(await from('2001:db8::ffff')).toBe(429);
  expect(await from('2001:db8:0:1::1')).toBe(101);
  const [first] = sockets;
  first?.terminate();
  if (first) await once(first, 'close');
  await expect.poll(() => from('2001:db8::ffff')).toBe(101);
});

test('does not count a plain request to the stream as a connection', async () => {
  for (let i = 0; i < MAX_PER_ADDRESS_BLOCK + 5; i++)
    expect((await fetch(streamUrl(token).replace('ws', 'http'))).status).toBe(404);
  expect(await handshake(streamUrl(token), {})).toBe(101);
});
