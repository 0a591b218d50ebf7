/** Which connections of charge points count as alive. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { WebSocket, WebSocketServer } from 'ws';
import { createLivenessCheck } from './liveness.ts';

const server = createServer();
const sockets = new WebSocketServer({ server });
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate();
  server.close();
});

/** Connects a client that sends no pongs. */
async function connect() {
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`, { autoPong: false });
  const [socket, request] = (await once(sockets, 'connection')) as [WebSocket, IncomingMessage];
  await once(client, 'open');
  return { client, socket, request, check: createLivenessCheck(socket, request.socket) };
}

test.each<[string, (client: WebSocket) => void]>([
  ['messages', (client) => client.send('[2,"1","Heartbeat",{}]')],
  ['a part of a message', (client) => client.send('[2,"1",', { fin: false })],
  ['pings', (client) => client.ping()],
])('keeps the connection of a charge point that sends no pongs but %s', async (_, send) => {
  const { client, socket, request, check } = await connect();
  for (let round = 0; round < 3; round++) {
    check();
    const received = once(request.socket, 'data');
    send(client);
    await received;
  }
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

test('ends the connection of a charge point that sends nothing after a ping', async () => {
  const { client, check } = await connect();
  check();
  await once(client, 'ping');
  check();
  await once(client, 'close');
});
