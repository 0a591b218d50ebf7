import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { eq } from '../../platform/database/orm.ts';
import { mutedNotices, pushSubscriptions, vapidKeys } from '../../platform/database/schema.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { addUser, callApi, startTestBackend } from '../../testing/test-backend.ts';
import { issueToken } from '../people/auth/tokens.ts';
import { setUpPushService } from './notices.testing.ts';
import { loadVapidKeys } from './vapid.ts';

const push = setUpPushService();
const { logTo, lines } = captureLog();
let backend: Backend;
beforeAll(async () => {
  backend = await startTestBackend({ pushToLoopback: true, logTo, logLevel: 'debug' });
});
afterAll(() => backend.close());

let count = 0;
const newUser = () => addUser(backend, `ouvinte-${count++}`);
const settings = async (token: string) =>
  (await callApi(backend, calls.notificationSettings, { token })).response;
const subscribed = async (token: string) => (await settings(token))?.subscribed;
const devicesOf = (userId: number) =>
  backend.context.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
const put = (token: string, body: object) => callApi(backend, calls.subscribeToPush, { token, body });

test('keeps one subscription per session, until it is removed', async () => {
  const { id, token } = await newUser();
  const otherSession = await issueToken(backend.context, id, new Date());
  expect(await settings(token)).toMatchObject({ subscribed: false, muted: [] });
  await push.subscribe(backend, token);
  const { endpoint } = await push.subscribe(backend, token);
  expect(await devicesOf(id)).toMatchObject([{ endpoint }]);
  expect(await subscribed(token)).toBe(true);
  expect(await subscribed(otherSession)).toBe(false);
  expect(await callApi(backend, calls.unsubscribeFromPush, { token })).toMatchObject({ status: 204 });
  expect(await devicesOf(id)).toEqual([]);
  expect(await subscribed(token)).toBe(false);
});

test('ends a subscription with its session', async () => {
  const { id, token } = await newUser();
  await push.subscribe(backend, token);
  await callApi(backend, calls.logout, { token });
  expect(await devicesOf(id)).toEqual([]);
});

test('moves a device to the last user who subscribed on it', async () => {
  const [first, second] = [await newUser(), await newUser()];
  const body = push.service.subscribe();
  await put(first.token, body);
  await put(second.token, body);
  expect(await devicesOf(first.id)).toEqual([]);
  expect(await devicesOf(second.id)).toHaveLength(1);
});

test('deletes subscriptions and settings with the account', async () => {
  const { id, token } = await newUser();
  await push.subscribe(backend, token);
  await callApi(backend, calls.changeNotificationSettings, {
    token,
    body: { kind: 'chargeEnded', on: false },
  });
  expect((await callApi(backend, calls.deleteUser, { token, path: { userId: String(id) } })).status).toBe(
    200,
  );
  expect(await devicesOf(id)).toEqual([]);
  const { db } = backend.context;
  expect(await db.select().from(mutedNotices).where(eq(mutedNotices.userId, id))).toEqual([]);
});

test('refuses an endpoint that is not public and a key that cannot be used for encryption', async () => {
  const { id, token } = await newUser();
  const good = push.service.subscribe();
  const { keys } = good;
  for (const endpoint of ['https://169.254.169.254/', 'http://push.example/', 'https://10.0.0.1/push'])
    expect(await put(token, { endpoint, keys })).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  const offCurve = Buffer.alloc(65, 4).toString('base64url');
  for (const p256dh of ['', 'AAAA', offCurve])
    expect((await put(token, { ...good, keys: { ...keys, p256dh } })).status).toBe(400);
  for (const auth of ['', 'AAAA', 'A'.repeat(60)])
    expect((await put(token, { ...good, keys: { ...keys, auth } })).status).toBe(400);
  expect(await devicesOf(id)).toEqual([]);
});

test('keeps the newest ten devices of an account', async () => {
  const { id, token } = await newUser();
  await push.subscribe(backend, token);
  for (let i = 0; i < 10; i++)
    await push.subscribe(backend, await issueToken(backend.context, id, new Date()));
  expect(await devicesOf(id)).toHaveLength(10);
  expect(await subscribed(token)).toBe(false);
});

test('switches kinds of notices off and on', async () => {
  const { token } = await newUser();
  const change = (kind: string, on: boolean) =>
    callApi(backend, calls.changeNotificationSettings, { token, body: { kind, on } });
  for (const on of [false, false]) expect((await change('idleCostBegins', on)).status).toBe(204);
  await change('chargeEnded', false);
  expect((await settings(token))?.muted.sort()).toEqual(['chargeEnded', 'idleCostBegins']);
  await change('chargeEnded', true);
  expect((await settings(token))?.muted).toEqual(['idleCostBegins']);
  expect((await change('everything', false)).status).toBe(400);
});

test('creates one key pair per installation, and returns and logs only the public key', async () => {
  const { db } = backend.context;
  const stored = await Promise.all([1, 2, 3].map(() => loadVapidKeys(db, undefined)));
  expect(new Set(stored.map(({ privateKey }) => privateKey)).size).toBe(1);
  expect(await db.$count(vapidKeys)).toBe(1);
  const { token } = await newUser();
  const { endpoint } = await push.subscribe(backend, token);
  const response = await settings(token);
  expect(response?.publicKey).toBe(stored[0]?.publicKey);
  expect(Object.keys(response ?? {}).sort()).toEqual(['muted', 'publicKey', 'subscribed']);
  const log = lines.join();
  expect(log).toContain('/UserPushSubscription');
  expect(log).not.toContain(endpoint);
  expect(log).not.toContain(stored[0]?.privateKey);
});

test('prefers the key pair of the environment, and offers a new subscription after it has changed', async () => {
  const { db } = backend.context;
  const configured = { publicKey: 'given', privateKey: 'secret' };
  expect(await loadVapidKeys(db, configured)).toEqual(configured);
  const { id, token } = await newUser();
  await push.subscribe(backend, token);
  await db.update(pushSubscriptions).set({ vapidKey: 'old' }).where(eq(pushSubscriptions.userId, id));
  expect(await subscribed(token)).toBe(false);
});
