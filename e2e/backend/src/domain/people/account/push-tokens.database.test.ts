import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { pushTokens } from '../../../platform/database/schema.ts';
import { addUser, callApi, startTestBackend } from '../../../testing/test-backend.ts';

let backend: Backend;
let people: Record<'ana' | 'bruno', Awaited<ReturnType<typeof addUser>>>;
beforeAll(async () => {
  backend = await startTestBackend();
  people = { ana: await addUser(backend, 'ana'), bruno: await addUser(backend, 'bruno') };
});
afterAll(() => backend.close());

const registered = () => backend.context.db.select().from(pushTokens);
/** As long as a real token, with characters that are special in a URL. */
const DEVICE = `fcm:${'aB3_-'.repeat(40)}/+=?#%`;
const add = (PushToken: string, token: string, IsLoggedIn = true) =>
  callApi(backend, calls.addPushToken, {
    body: { PushToken, Platform: 'android', IsLoggedIn, AppVersion: '1.0' },
    token,
  });
const remove = (pushToken: string, token: string) =>
  callApi(backend, calls.removePushToken, { path: { pushToken }, token });

test('stores a push token once, however often it is sent', async () => {
  const { ana } = people;
  expect(await add(DEVICE, ana.token)).toMatchObject({ status: 204 });
  expect(await add(DEVICE, ana.token, false)).toMatchObject({ status: 204 });
  expect(await registered()).toMatchObject([{ token: DEVICE, userId: ana.id, isLoggedIn: false }]);
});

test('assigns a token to the last user who logged in on the device, who alone can remove it', async () => {
  const { ana, bruno } = people;
  await add(DEVICE, bruno.token);
  expect(await registered()).toMatchObject([{ token: DEVICE, userId: bruno.id }]);
  expect(await remove(DEVICE, ana.token)).toMatchObject({ status: 204 });
  expect(await registered()).toHaveLength(1);
  expect(await remove(DEVICE, bruno.token)).toMatchObject({ status: 204 });
  expect(await registered()).toEqual([]);
  expect(await remove(DEVICE, bruno.token)).toMatchObject({ status: 204 });
});

test('refuses an empty token', async () => {
  expect(await add('', people.ana.token)).toMatchObject({ status: 400 });
  expect(await registered()).toEqual([]);
});
