/** Input that exceeds a limit gets an error response. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, PRODUCT } from '@shared/contract';
import { liveProtocol } from '@shared/contract/live';
import { WebSocket } from 'ws';
import type { Backend } from './app.ts';
import { addDriver, type Network, openNetwork } from './domain/charging/network.testing.ts';
import { systemClock } from './platform/clock.ts';
import { callApi, startTestBackend } from './testing/test-backend.ts';

let network: Network;
let backend: Backend;
let token = '';
beforeAll(async () => {
  network = await openNetwork();
  backend = network.backend;
  ({ token } = await addDriver(network, 1000));
});
afterAll(() => backend.close());

const socketUrl = (path: string) => `${backend.url.replace('http', 'ws')}${path}`;
const waitForOpen = (socket: WebSocket) => new Promise((resolve) => socket.once('open', resolve));
const waitForClose = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

test('responds with 400 to a text that the database cannot store', async () => {
  const body = { email: 'a\u0000@example.com', password: 'x' };
  expect((await callApi(backend, calls.login, { body })).status).toBe(400);
  expect((await callApi(backend, calls.currentPrice, { path: { chargePointId: 'A\u0000' } })).status).toBe(
    400,
  );
});

test('responds with 400 to a body that is nested too deeply', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const send = async ({ method, path }: (typeof calls)[keyof typeof calls], body: string, type: string) =>
    (
      await fetch(`${backend.url}/v1/api${path.replace(/\{\w+\}/g, '1')}`, {
        method,
        body,
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
      })
    ).status;
  const writes = Object.values(calls).filter(({ method }) => method !== 'GET');
  for (const call of writes.filter(({ path }) => path !== calls.reportRemotes.path))
    for (const body of [deep, `{"email":${deep}}`, `{"extra":[{"a":${deep}}]}`])
      expect([call.path, await send(call, body, 'application/json')]).toEqual([call.path, 400]);
});

test('refuses a query parameter that is given twice', async () => {
  const url = `${backend.url}/v1/api/UserDiscountCoupon?status=active&search=a&search=b`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('counts calls by X-Forwarded-For from a trusted proxy only', async () => {
  const countRefused = async (trustedProxies?: string) => {
    // The counts end after a minute.
    const ownBackend = await startTestBackend({
      trustedProxies,
      clock: { ...systemClock, now: () => new Date('2026-03-02T15:00:00Z') },
    });
    const body = (at: number) => ({ email: `nobody${at}@example.com`, password: 'x' });
    let refused = 0;
    for (let at = 0; at < 70; at++) {
      const headers = { 'x-forwarded-for': `203.0.113.${at}` };
      if ((await callApi(ownBackend, calls.login, { body: body(at), headers })).status === 429) refused++;
    }
    await ownBackend.close();
    return refused;
  };
  expect(await countRefused('loopback')).toBe(0);
  expect(await countRefused()).toBeGreaterThan(0);
});

test('refuses an idempotency key that is too long', async () => {
  const headers = { 'idempotency-key': 'k'.repeat(5000) };
  const body = { ChargePointID: '12345-1' };
  expect((await callApi(backend, calls.startCharge, { token, headers, body })).status).toBe(400);
});

test('forbids caching of responses to a user', async () => {
  const response = await fetch(`${backend.url}/v1/api/wallet/Balance`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('closes the oldest connection of a user who opens too many', async () => {
  const open: WebSocket[] = [];
  const url = socketUrl(`/v1/ws/UserMessages?token=${token}`);
  for (let i = 0; i < 31; i++) {
    const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)]);
    open.push(socket);
    await waitForOpen(socket);
  }
  const [oldest] = open;
  if (!oldest) throw new Error('no socket is open');
  expect(await waitForClose(oldest)).toBe(1013);
  expect(open.filter(({ readyState }) => readyState === WebSocket.OPEN)).toHaveLength(30);
  for (const socket of open) socket.terminate();
});

test('responds to an unknown transaction id of any size and disconnects a charge point that sends too large a frame', async () => {
  const socket = new WebSocket(socketUrl('/ocpp/HUGE'), ['ocpp1.6']);
  await waitForOpen(socket);
  const responses: unknown[] = [];
  socket.on('message', (data) => responses.push(JSON.parse(String(data))));
  const stop = { transactionId: 9_000_000_000, meterStop: 5, timestamp: new Date().toISOString() };
  const id = randomUUID();
  socket.send(JSON.stringify([2, id, 'StopTransaction', stop]));
  await expect.poll(() => responses).toContainEqual([3, id, { idTagInfo: { status: 'Accepted' } }]);
  socket.send(JSON.stringify([2, 'x', 'DataTransfer', { vendorId: 'v', data: 'd'.repeat(5 * 1024 * 1024) }]));
  expect(await waitForClose(socket)).toBe(1009);
});
