import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../platform/clock.ts';
import { systemRandomness } from '../../platform/randomness.ts';
import { openRpc, RpcError, type SendFrame } from './rpc.ts';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
const listening = once(server, 'listening');
let client: WebSocket;
let send: SendFrame;
let finish: () => void = () => undefined;
const bad: string[] = [];

beforeAll(async () => {
  await listening;
});
afterAll(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});
beforeEach(async () => {
  bad.length = 0;
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [socket] = (await once(server, 'connection')) as [WebSocket];
  send = openRpc({ clock: systemClock, randomness: systemRandomness }, socket, {
    async handle(method, params) {
      if (method === 'Wait') await new Promise<void>((resolve) => (finish = resolve));
      if (method === 'Fail') throw new RpcError('NotImplemented', 'Unknown action');
      if (method === 'Break') throw new Error('select secret from passwords');
      return { method, params };
    },
    onBadFrame: ({ message }) => bad.push(message),
  });
  if (client.readyState !== WebSocket.OPEN) await once(client, 'open');
});

const nextFrame = async () => JSON.parse(String((await once(client, 'message'))[0]));

/** Sends a frame, and returns the response. */
async function exchange(frame: string): Promise<unknown[]> {
  const response = nextFrame();
  client.send(frame);
  return response;
}

/** Returns type, id and code of an error, or type and id of a result. */
const headOf = ([type, id, code]: unknown[]) => (type === 4 ? [type, id, code] : [type, id]);

test('responds to a call with a result or an error, which has no details of a failure', async () => {
  expect(await exchange('[2,"a","Echo",{"x":1}]')).toEqual([3, 'a', { method: 'Echo', params: { x: 1 } }]);
  expect(await exchange('[2,"b","Fail",{}]')).toEqual([4, 'b', 'NotImplemented', 'Unknown action', {}]);
  expect(await exchange('[2,"c","Break",{}]')).toEqual([4, 'c', 'InternalError', 'Internal error', {}]);
});

test('refuses a call with the id of one that it still handles', async () => {
  client.send('[2,"a","Wait",{}]');
  expect(headOf(await exchange('[2,"a","Wait",{}]'))).toEqual([4, 'a', 'RpcFrameworkError']);
  const response = nextFrame();
  finish();
  expect(headOf(await response)).toEqual([3, 'a']);
  expect(headOf(await exchange('[2,"a","Echo",{}]'))).toEqual([3, 'a']);
});

test.each([
  ['{', '-1', 'RpcFrameworkError'],
  ['{}', '-1', 'RpcFrameworkError'],
  ['["2","a"]', '-1', 'RpcFrameworkError'],
  ['[5,"a"]', '-1', 'MessageTypeNotSupported'],
  ['[2,7,"Echo",{}]', '-1', 'RpcFrameworkError'],
  ['[2,"a",7,{}]', 'a', 'RpcFrameworkError'],
])('responds to the malformed frame %s with an error', async (frame, id, code) => {
  expect(headOf(await exchange(frame))).toEqual([4, id, code]);
  expect(bad).toHaveLength(1);
});

test('ignores empty messages, and responds to no result', async () => {
  for (const frame of ['', '[3,"unknown",{}]', '[4,"unknown","GenericError","",{}]']) client.send(frame);
  expect(headOf(await exchange('[2,"a","Echo",{}]'))).toEqual([3, 'a']);
  expect(bad).toHaveLength(2);
});

test('closes the connection after 21 malformed frames in a row, and reads none that follow', async () => {
  for (let count = 0; count < 20; count++) await exchange('{');
  await exchange('[2,"a","Echo",{}]');
  for (let count = 0; count < 20; count++) await exchange('{');
  for (const frame of ['{', '{', '{']) client.send(frame);
  const [code] = await once(client, 'close');
  expect(code).toBe(1002);
  expect(bad).toHaveLength(41);
});

test('returns the result of a call, the code of its error, or why there is none', async () => {
  const replyWith = async (...reply: unknown[]) => {
    const [, id] = await nextFrame();
    client.send(JSON.stringify([reply[0], id, ...reply.slice(1)]));
  };
  const [result] = await Promise.all([send('Reset', {}, 60_000), replyWith(3, { status: 'Accepted' })]);
  expect(result).toEqual({ reply: { status: 'Accepted' } });
  const [error] = await Promise.all([send('Reset', {}, 60_000), replyWith(4, 'NotSupported', '', {})]);
  expect(error).toEqual({ failure: 'error', errorCode: 'NotSupported' });
  const [unknown] = await Promise.all([send('Reset', {}, 60_000), replyWith(4, 'Own', '', {})]);
  expect(unknown).toEqual({ failure: 'error', errorCode: 'GenericError' });
  expect(await send('Reset', {}, 1)).toEqual({ failure: 'timeout' });
  const pending = send('Reset', {}, 60_000);
  client.terminate();
  expect(await pending).toEqual({ failure: 'disconnected' });
  expect(await send('Reset', {}, 60_000)).toEqual({ failure: 'offline' });
});
