/** Writes of a session that ends after the call was authenticated. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { eq } from '../../../platform/database/orm.ts';
import { mutedNotices, operators, pushTokens, users } from '../../../platform/database/schema.ts';
import { addUser, callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { revokeTokens } from '../auth/tokens.ts';

const PASSWORD = 'senha-de-antes';
const OTHER_PASSWORD = 'senha-de-depois';
let backend: Backend;
let eva: Awaited<ReturnType<typeof addUser>>;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  const { db, passwords } = backend.context;
  eva = await addUser(backend, `eva-${crypto.randomUUID()}`);
  const passwordHash = await passwords.hash(PASSWORD);
  await db.update(users).set({ passwordHash }).where(eq(users.id, eva.id));
});
afterEach(() => {
  rs.restoreAllMocks();
});

/** Does what `pnpm network apply` does to an account with an unconfirmed e-mail. */
async function makeOperator() {
  const { db } = backend.context;
  await revokeTokens(db, eva.id);
  await db.update(users).set({ passwordHash: null }).where(eq(users.id, eva.id));
  await db.insert(operators).values({ userId: eva.id });
}
const storedUser = async () => (await backend.context.db.select().from(users).where(eq(users.id, eva.id)))[0];
const changePassword = () =>
  callApi(backend, calls.changePassword, {
    token: eva.token,
    body: { oldPassword: PASSWORD, newPassword: OTHER_PASSWORD },
  });

test('an account that became an operator during a password change keeps no password', async () => {
  const { passwords } = backend.context;
  const hash = passwords.hash.bind(passwords);
  rs.spyOn(passwords, 'hash').mockImplementationOnce(async (...args) => {
    await makeOperator();
    return hash(...args);
  });
  expect(await changePassword()).toEqual({ status: 401, code: 'INVALID_TOKEN' });
  expect((await storedUser())?.passwordHash).toBeNull();
});

test('a password that was removed during its change stays removed, even if the session remains', async () => {
  const { db, passwords } = backend.context;
  const hash = passwords.hash.bind(passwords);
  rs.spyOn(passwords, 'hash').mockImplementationOnce(async (...args) => {
    await db.update(users).set({ passwordHash: null }).where(eq(users.id, eva.id));
    return hash(...args);
  });
  expect(await changePassword()).toEqual({ status: 401, code: 'INVALID_TOKEN' });
  expect((await storedUser())?.passwordHash).toBeNull();
});

test.each([
  ['changeProfile', calls.changeProfile, { name: 'Outra Pessoa', phoneNumber: '11934567890' }],
  ['addPushToken', calls.addPushToken, { PushToken: 'fcm:outro', Platform: 'android', IsLoggedIn: true }],
  ['changeNotificationSettings', calls.changeNotificationSettings, { kind: 'chargeEnded', on: false }],
])('%s writes nothing after the session has ended', async (_, call, fields) => {
  const { db } = backend.context;
  const transaction = db.transaction.bind(db);
  rs.spyOn(db, 'transaction').mockImplementation(async (work) => {
    await revokeTokens(db, eva.id);
    return transaction(work);
  });
  const before = await storedUser();
  const body = { id: String(eva.id), email: before?.email, cpf: '', birthdate: '', ...fields };
  expect(await callApi(backend, call, { token: eva.token, body })).toEqual({
    status: 401,
    code: 'INVALID_TOKEN',
  });
  expect(await storedUser()).toEqual(before);
  expect(await db.$count(pushTokens, eq(pushTokens.userId, eva.id))).toBe(0);
  expect(await db.$count(mutedNotices, eq(mutedNotices.userId, eva.id))).toBe(0);
});
