/** Clients that hold a connection without completing a request. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { liveProtocol } from '@shared/contract/live';
import { WebSocket } from 'ws';
import type { Backend } from './app.ts';
import { addUser, startTestBackend } from './testing/test-backend.ts';
import { until } from './testing/until.ts';

const REQUEST_MS = 2000;
/** After this time, the server has closed connections that don't complete a request. */
const CLOSED_MS = 2 * REQUEST_MS;
const MAX_CONNECTIONS = 20;
/** In bytes. The kernel buffers a few megabytes on both ends of a connection. */
const LARGER_THAN_BUFFERS = 32 * 1024 * 1024;
let backend: Backend;
let dist = '';
const open: Socket[] = [];

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'web-app-'));
  await writeFile(join(dist, 'large.bin'), Buffer.alloc(LARGER_THAN_BUFFERS));
  backend = await startTestBackend({
    webAppDir: dist,
    requestMs: REQUEST_MS,
    maxConnections: MAX_CONNECTIONS,
  });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await backend.close();
  await rm(dist, { recursive: true });
});

interface Client {
  socket: Socket;
  received: () => string;
  /** Resolves when the server has closed the connection, with the ms since it was opened. */
  closed: Promise<number>;
}

/** Opens a connection and sends `head`, then `drip` every 100 ms. */
async function client(head: string, drip?: string, { url } = backend): Promise<Client> {
  const begun = performance.now();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  open.push(socket);
  // Writing fails after the server has closed the connection.
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (data) => {
    received += String(data);
  });
  await once(socket, 'connect');
  if (head) socket.write(head);
  const dripping = drip && setInterval(() => socket.write(drip), 100);
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => {
      clearInterval(dripping || undefined);
      resolve(performance.now() - begun);
    }),
  );
  return { socket, received: () => received, closed };
}

const POST = 'POST /v1/api/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

const ATTACKS: Record<string, [head: string, drip?: string]> = {
  'a connection on which nothing is sent': [''],
  'headers that stall': ['GET / HTTP/1.1\r\nHost: '],
  'headers that drip': ['GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-Drop: 1\r\n'],
  'a body that stalls': [`${POST}Content-Length: 1000\r\n\r\n{`],
  'a body that drips': [`${POST}Content-Length: 1000\r\n\r\n{`, ' '],
  'a chunked body that drips': [`${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
};

test('closes a request whose headers, body or chunks stall or drip, at its time limit', async () => {
  const { server } = backend.app;
  expect(server.requestTimeout).toBeLessThan(REQUEST_MS);
  expect(server.headersTimeout).toBeLessThan(REQUEST_MS);
  const attacks = await Promise.all(
    Object.entries(ATTACKS).map(async ([name, [head, drip]]) => {
      const { closed, received } = await client(head, drip);
      return { name, ms: await closed, received: received() };
    }),
  );
  for (const { name, ms, received } of attacks) {
    expect(received, name).toMatch(/^HTTP\/1\.1 408 /);
    // The request wasn't closed early for another reason.
    expect(ms, name).toBeGreaterThan(REQUEST_MS / 2);
  }
});

test('accepts an upload in parts', async () => {
  const body = JSON.stringify({ email: 'ninguem@example.com', password: 'x' });
  const patient = await startTestBackend();
  const { socket, received } = await client(
    `${POST}Content-Length: ${body.length}\r\n\r\n`,
    undefined,
    patient,
  );
  for (const part of [body.slice(0, 10), body.slice(10, 20), body.slice(20)]) {
    await wait(REQUEST_MS / 10);
    socket.write(part);
  }
  await expect.poll(received).toContain('USER_NOT_FOUND');
  await patient.close();
});

// A slow machine may exceed the limit of a request: the next two tests try again.

test('serves several requests on one connection after pauses', async () => {
  await until('two responses', async () => {
    const { socket, received } = await client('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const responses = () => received().split('"ok"').length - 1;
    await until('a response', () => responses() === 1 || socket.destroyed);
    await wait(CLOSED_MS);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await until('another response', () => responses() === 2 || socket.destroyed);
    return responses() === 2;
  });
});

test('keeps a live connection open beyond the time limit of a request', async () => {
  const { token } = await addUser(backend, 'ligada');
  const url = `${backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${token}`;
  await until('an echo', async () => {
    const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)]);
    const isOpen = await once(socket, 'open').catch(() => undefined);
    if (!isOpen) return false;
    await wait(CLOSED_MS + REQUEST_MS / 4);
    socket.send('{"type":"heartbeat"}');
    const [first] = await Promise.race([once(socket, 'message'), once(socket, 'close')]);
    socket.terminate();
    return String(first).includes('heartbeat');
  });
});

test('disconnects a client that does not read the response', async () => {
  const connected = once(backend.app.server, 'connection');
  const { socket } = await client('');
  socket.pause();
  const [end] = (await connected) as [Socket];
  socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(end, 'close');
});

test('closes connections beyond the limit at once, and accepts new ones after others have closed', async () => {
  const backendWithLongLimit = await startTestBackend({ maxConnections: MAX_CONNECTIONS });
  const clients: Client[] = [];
  for (let i = 0; i < MAX_CONNECTIONS; i++) clients.push(await client('', undefined, backendWithLongLimit));
  const extraClient = await client(
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
    undefined,
    backendWithLongLimit,
  );
  await extraClient.closed;
  expect(extraClient.received()).toBe('');
  for (const { socket } of clients) socket.destroy();
  await expect
    .poll(() =>
      fetch(`${backendWithLongLimit.url}/healthz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  await backendWithLongLimit.close();
});
