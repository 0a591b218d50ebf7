import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../app.ts';
import { pushTokens } from '../db/schema.ts';
import { addUser, ask, startTestBackend } from '../testing/test-backend.ts';

let backend: Backend;
let people: Record<'ana' | 'bruno', Awaited<ReturnType<typeof addUser>>>;
beforeAll(async () => {
  backend = await startTestBackend();
  people = { ana: await addUser(backend, 'ana'), bruno: await addUser(backend, 'bruno') };
}, 30_000);
afterAll(() => backend.close());

const registered = () => backend.context.db.select().from(pushTokens);
/** As long as those of the real services, and with what has a meaning in an address. */
const DEVICE = `fcm:${'aB3_-'.repeat(40)}/+=?#%`;
const add = (PushToken: string, token: string, IsLoggedIn = true) =>
  ask(backend, calls.addPushToken, {
    body: { PushToken, Platform: 'android', IsLoggedIn, AppVersion: '1.0' },
    token,
  });
const remove = (pushToken: string, token: string) =>
  ask(backend, calls.removePushToken, { path: { pushToken }, token });

test('a push token is kept once, however often it is told', async () => {
  const { ana } = people;
  expect(await add(DEVICE, ana.token)).toMatchObject({ status: 204 });
  expect(await add(DEVICE, ana.token, false)).toMatchObject({ status: 204 });
  expect(await registered()).toMatchObject([{ token: DEVICE, userId: ana.id, isLoggedIn: false }]);
});

test('it moves to whoever logs in on the device, and can then be removed by them alone', async () => {
  const { ana, bruno } = people;
  await add(DEVICE, bruno.token);
  expect(await registered()).toMatchObject([{ token: DEVICE, userId: bruno.id }]);
  expect(await remove(DEVICE, ana.token)).toMatchObject({ status: 204 });
  expect(await registered()).toHaveLength(1);
  expect(await remove(DEVICE, bruno.token)).toMatchObject({ status: 204 });
  expect(await registered()).toEqual([]);
  expect(await remove(DEVICE, bruno.token)).toMatchObject({ status: 204 });
});

test('an empty one is none', async () => {
  expect(await add('', people.ana.token)).toMatchObject({ status: 400 });
  expect(await registered()).toEqual([]);
});
