import { afterAll, beforeAll, expect, rs, test } from '@rstest/core';
import { calls, PRODUCT } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { DEMO_PASSWORD, demoEmails } from '../../../demo/seed/people.ts';
import { systemClock } from '../../../platform/clock.ts';
import { eq } from '../../../platform/database/orm.ts';
import { authTokens, brands, users } from '../../../platform/database/schema.ts';
import { busy } from '../../../platform/failure.ts';
import { systemRandomness } from '../../../platform/randomness.ts';
import { addUser, callApi, demoTokens, startTestBackend } from '../../../testing/test-backend.ts';
import { createPasswords } from './passwords.ts';

let backend: Backend;
let clock = new Date('2026-03-02T15:00:00Z');

beforeAll(async () => {
  backend = await startTestBackend({ seed: true, clock: { ...systemClock, now: () => clock } });
});
afterAll(() => backend.close());

const login = (email: string, password: string, brandId?: number) =>
  callApi(backend, calls.login, { body: { email, password }, ...(brandId === undefined ? {} : { brandId }) });

test('finds a brand by its slug and responds with 404 to an unknown one', async () => {
  const { response } = await callApi(backend, calls.brand, { path: { brandName: PRODUCT.slug } });
  expect(response).toMatchObject({ appId: '1', appDisplayName: PRODUCT.name, appBgColor: PRODUCT.color });
  expect(await callApi(backend, calls.brand, { path: { brandName: 'nobody' } })).toMatchObject({
    status: 404,
  });
});

test('serves the logo of a brand as an image', async () => {
  const { response: brand } = await callApi(backend, calls.brand, { path: { brandName: 'aurora' } });
  const path = { id: brand?.appLogoFileId ?? '' };
  const { response } = await callApi(backend, calls.file, { path, brandId: Number(brand?.appId) });
  expect(response?.fileData).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(await callApi(backend, calls.file, { path: { id: '999' } })).toMatchObject({ status: 404 });
});

test('logs in with the e-mail in any case and returns a token and the user', async () => {
  const { response } = await login(demoEmails.ana.toUpperCase(), DEMO_PASSWORD);
  expect(response?.user).toMatchObject({ email: demoEmails.ana, hasPassword: true });
  const profile = await callApi(backend, calls.userProfile, { token: response?.token ?? '' });
  expect(profile.response).toMatchObject({ email: demoEmails.ana, name: 'Ana Beatriz Ferreira' });
});

test('responds with the same 404 to a wrong password, an unknown e-mail and an account without password', async () => {
  for (const [email, password] of [
    [demoEmails.ana, 'errada'],
    ['ninguem@example.com', DEMO_PASSWORD],
    [demoEmails.fleet, DEMO_PASSWORD],
  ] as const)
    expect(await login(email, password)).toEqual({ status: 404, code: 'USER_NOT_FOUND' });
});

test('rehashes a password at login if its hash is cheaper than new ones', async () => {
  const { db } = backend.context;
  const { id } = await addUser(backend, 'antiga');
  const hashOfUser = async () =>
    (await db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash ?? '';
  const passwordHash = await createPasswords(systemRandomness, { N: 2, r: 1, p: 1 }).hash('de-outrora');
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));
  expect(await login('antiga@example.com', 'errada')).toMatchObject({ status: 404 });
  expect(await hashOfUser()).toBe(passwordHash);
  for (let i = 0; i < 2; i++)
    expect(await login('antiga@example.com', 'de-outrora')).toMatchObject({ status: 200 });
  const renewed = await hashOfUser();
  expect(renewed).toMatch(/^scrypt\$16\$1\$1\$/);
  await login('antiga@example.com', 'de-outrora');
  expect(await hashOfUser()).toBe(renewed);
});

test('logs in when the server is too busy to rehash the password', async () => {
  const { db, passwords } = backend.context;
  const { id } = await addUser(backend, 'sem-pressa');
  const passwordHash = await createPasswords(systemRandomness, { N: 2, r: 1, p: 1 }).hash('de-outrora');
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));
  const spy = rs.spyOn(passwords, 'hash').mockRejectedValue(busy());
  expect(await login('sem-pressa@example.com', 'de-outrora')).toMatchObject({ status: 200 });
  spy.mockRestore();
});

test('does not count a login that the server was too busy to check', async () => {
  const { db, passwords } = backend.context;
  const { id } = await addUser(backend, 'muita-pressa');
  await db
    .update(users)
    .set({ passwordHash: await passwords.hash('certa-123') })
    .where(eq(users.id, id));
  const spy = rs.spyOn(passwords, 'verify').mockRejectedValue(busy());
  for (let i = 0; i < 12; i++)
    expect(await login('muita-pressa@example.com', 'certa-123')).toMatchObject({ status: 503 });
  spy.mockRestore();
  expect(await login('muita-pressa@example.com', 'certa-123')).toMatchObject({ status: 200 });
});

test('accepts two concurrent logins during a rehash', async () => {
  const { db, passwords } = backend.context;
  const { id } = await addUser(backend, 'duas-vezes');
  const passwordHash = await createPasswords(systemRandomness, { N: 2, r: 1, p: 1 }).hash('de-outrora');
  await db.update(users).set({ passwordHash }).where(eq(users.id, id));
  const { verify } = passwords;
  // The second login begins and ends while the first one checks the password.
  const spy = rs.spyOn(passwords, 'verify').mockImplementation(async (password, stored) => {
    spy.mockRestore();
    expect(await login('duas-vezes@example.com', 'de-outrora')).toMatchObject({ status: 200 });
    return verify(password, stored);
  });
  expect(await login('duas-vezes@example.com', 'de-outrora')).toMatchObject({ status: 200 });
});

test('refuses a malformed login with 400', async () => {
  expect(await callApi(backend, calls.login, { body: { email: 7 } })).toMatchObject({
    status: 400,
    code: 'INVALID_REQUEST',
  });
});

test('refuses a login and a token at another brand', async () => {
  const [aurora] = await backend.context.db.select().from(brands).where(eq(brands.slug, 'aurora'));
  expect(await login(demoEmails.ana, DEMO_PASSWORD, aurora?.id)).toMatchObject({ status: 404 });
  const { ana } = await demoTokens(backend);
  const there = await callApi(backend, calls.userProfile, { token: ana.token, brandId: aurora?.id ?? 0 });
  expect(there).toMatchObject({ status: 401 });
  expect(await login(demoEmails.ana, DEMO_PASSWORD, 99)).toMatchObject({
    status: 400,
    code: 'BRAND_UNKNOWN',
  });
});

test('limits guesses at an account for one minute', async () => {
  for (let i = 0; i < 10; i++) await login(demoEmails.bruno, `tentativa ${i}`);
  expect(await login(demoEmails.bruno, DEMO_PASSWORD)).toMatchObject({ status: 429 });
  clock = new Date(clock.getTime() + 61_000);
  expect(await login(demoEmails.bruno, DEMO_PASSWORD)).toMatchObject({ status: 200 });
});

test('responds with 401 to a missing, unknown or expired token', async () => {
  const { ana } = await demoTokens(backend);
  const then = clock;
  clock = new Date(then.getTime() + 91 * 86_400_000);
  expect(await callApi(backend, calls.userProfile, { token: ana.token })).toMatchObject({ status: 401 });
  clock = then;
  expect(await callApi(backend, calls.userProfile, { token: 'x' })).toMatchObject({ status: 401 });
  expect(await callApi(backend, calls.userProfile)).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
});

test('stores neither passwords nor tokens in plain text', async () => {
  const { ana } = await demoTokens(backend);
  const stored = JSON.stringify([
    await backend.context.db.select().from(users),
    await backend.context.db.select().from(authTokens),
  ]);
  expect(stored).not.toContain(DEMO_PASSWORD);
  expect(stored).not.toContain(ana.token);
});

test('lists the vehicles of the user only, with make and model', async () => {
  const { ana, bruno, valet } = await demoTokens(backend);
  const vehiclesOf = async (token: string) =>
    (await callApi(backend, calls.vehicles, { token })).response ?? [];
  expect(await vehiclesOf(ana.token)).toMatchObject([
    { uvName: 'Azulzinho', uvVm: { vmName: 'Dolphin', vmManufacturer: { manufacturerName: 'BYD' } } },
  ]);
  expect((await vehiclesOf(bruno.token)).map(({ uvLicencePlate }) => uvLicencePlate)).toEqual([
    'BRN3F52',
    'BRN-2040',
  ]);
  expect(await vehiclesOf(valet.token)).toEqual([]);
  expect(await callApi(backend, calls.vehicles)).toMatchObject({ status: 401 });
});

test('counts concurrent guesses like consecutive ones', async () => {
  clock = new Date(clock.getTime() + 61_000);
  const guesses = await Promise.all(
    Array.from({ length: 25 }, (_, i) => login(demoEmails.bruno, `palpite ${i}`)),
  );
  expect(guesses.filter(({ status }) => status === 404)).toHaveLength(10);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(15);
});
