import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@rstest/core';
import { WebSocket, WebSocketServer } from 'ws';
import { systemRandomness } from '../../platform/randomness.ts';
import { type ClientConnection, createClientConnection } from './client-connection.ts';

const FLOOD = 100;
let server: WebSocketServer;
const clients: WebSocket[] = [];

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  await once(server, 'listening');
});
afterEach(() => {
  for (const client of clients.splice(0)) client.terminate();
});
afterAll(() => void server.close());

interface Connection {
  client: WebSocket;
  connection: ClientConnection;
  isOpen: () => boolean;
}

/** Connects a client, and returns it with the server's end, which echoes every text. */
async function connectClient(options: { autoPong?: boolean } = {}): Promise<Connection> {
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`, options);
  clients.push(client);
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ];
  const connection = createClientConnection(systemRandomness, socket, (text) => connection.send(text));
  return { client, connection, isOpen: () => socket.readyState === WebSocket.OPEN };
}

test('delivers frames, echoes texts and sends a pong for each ping', async () => {
  const { client, connection, isOpen } = await connectClient();
  connection.send('event');
  expect(String((await once(client, 'message'))[0])).toBe('event');
  client.send('text');
  expect(String((await once(client, 'message'))[0])).toBe('text');
  client.ping('here');
  expect(String((await once(client, 'pong'))[0])).toBe('here');
  for (let i = 0; i < 3; i++) {
    connection.ping();
    await once(client, 'ping');
    client.send('after the pong');
    await once(client, 'message');
  }
  expect(isOpen()).toBe(true);
});

test('disconnects a client that does not read what it is sent', async () => {
  const { client, connection, isOpen } = await connectClient();
  client.pause();
  const frame = 'x'.repeat(500_000);
  for (let i = 0; i < 40 && isOpen(); i++) {
    connection.send(frame);
    await new Promise(setImmediate);
  }
  expect(isOpen()).toBe(false);
});

test.each([
  ['texts', (client: WebSocket) => client.send('{"type":"heartbeat"}')],
  ['pings', (client: WebSocket) => client.ping('x'.repeat(100))],
  ['pongs', (client: WebSocket) => client.pong()],
])('disconnects a client that floods it with %s', async (_, send) => {
  const { client, isOpen } = await connectClient();
  client.pause();
  for (let i = 0; i < FLOOD; i++) send(client);
  await expect.poll(isOpen).toBe(false);
});

test('disconnects a client that does not reply to a ping, even if it sends unsolicited pongs', async () => {
  const { client, connection, isOpen } = await connectClient({ autoPong: false });
  connection.ping();
  client.pong('something else');
  client.send('text');
  await once(client, 'message');
  connection.ping();
  expect(isOpen()).toBe(false);
});
