import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Backend } from '../../app.ts';
import { startTestBackend } from '../../testing/test-backend.ts';
import { setUpPushService } from './notices.testing.ts';
import { type Outcome, postMessage } from './post-message.ts';

const push = setUpPushService();
let backend: Backend;
beforeAll(async () => {
  backend = await startTestBackend({ pushToLoopback: true });
});
afterAll(() => backend.close());

const MESSAGE = { title: 'Título', body: 'Recarga · 1,0 kWh', path: '/faisca/', tag: 'a' };
const post = (endpoint: string, { p256dh, auth } = push.service.subscribe().keys, pushToLoopback = true) =>
  postMessage(
    { ...backend.context, options: { ...backend.context.options, pushToLoopback } },
    { endpoint, p256dh, auth },
    { payload: JSON.stringify(MESSAGE), ttlSeconds: 60 },
  );

test('sends a message that only the device can read', async () => {
  const { endpoint, keys } = push.service.subscribe();
  expect(await post(endpoint, keys)).toBe('delivered');
  expect(push.service.messagesTo(endpoint)).toEqual([MESSAGE]);
  expect(push.service.received.at(-1)).toMatchObject({ ttl: 60, vapid: { aud: push.service.origin } });
});

test.each<[number, Outcome]>([
  [200, 'delivered'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'failed'],
  [503, 'failed'],
  [400, 'refused'],
  [403, 'refused'],
])('reads the status %i as %s', async (status, outcome) => {
  const { endpoint, keys } = push.service.subscribe();
  push.service.respond(endpoint, status);
  expect(await post(endpoint, keys)).toBe(outcome);
});

test('does not follow a redirect', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  expect(await post(`http://127.0.0.1:${port}/push`)).toBe('refused');
  expect(requests).toBe(1);
  server.close();
});

test('sends nothing to loopback unless configured', async () => {
  const { endpoint, keys } = push.service.subscribe();
  expect(await post(endpoint, keys, false)).toBe('refused');
  expect(await post('https://localhost/push', keys, false)).toBe('refused');
  expect(push.service.messagesTo(endpoint)).toEqual([]);
});

test('fails when the push service cannot be reached or the keys cannot be used', async () => {
  expect(await post('http://127.0.0.1:1/push')).toBe('failed');
  expect(await post(push.service.subscribe().endpoint, { p256dh: 'AAAA', auth: 'AAAA' })).toBe('failed');
});
