import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import Fastify, { type FastifyInstance } from 'fastify';
import { WebSocket, WebSocketServer } from 'ws';
import { memoryTransports } from './memory-network.ts';

let app: FastifyInstance;
let url: string;

beforeEach(async () => {
  app = Fastify();
  app.post('/echo', async ({ body }) => body);
  await app.ready();
  url = await memoryTransports.listen(app, { port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const post = (body: unknown) =>
  fetch(`${url}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('`fetch` reaches the server without a socket', async () => {
  const bodies = Array.from({ length: 20 }, (_, at) => ({ text: `${at}`.repeat(10_000) }));
  const responses = await Promise.all(bodies.map(post));
  expect(await Promise.all(responses.map((response) => response.json()))).toEqual(bodies);
  expect(app.server.address()).toBeNull();
});

test('a websocket carries messages both ways, and its end', async () => {
  const sockets = new WebSocketServer({ server: app.server });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
  const socket = new WebSocket(url.replace('http', 'ws'));
  await once(socket, 'open');
  socket.send('a');
  const [message] = await once(socket, 'message');
  expect(String(message)).toBe('a');
  for (const client of sockets.clients) client.terminate();
  const [code] = await once(socket, 'close');
  expect(code).toBe(1006);
});

test('a closed server refuses connections', async () => {
  await app.close();
  await expect(post('a')).rejects.toThrow('fetch failed');
});
