import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { DEMO_PASSWORD, demoEmails } from '../../../demo/seed/people.ts';
import { eq } from '../../../platform/database/orm.ts';
import { users } from '../../../platform/database/schema.ts';
import { callApi, demoTokens, startTestBackend } from '../../../testing/test-backend.ts';
import { issueToken } from '../auth/tokens.ts';

let backend: Backend;
let people: Awaited<ReturnType<typeof demoTokens>>;
beforeAll(async () => {
  backend = await startTestBackend({ seed: true });
  people = await demoTokens(backend);
});
afterAll(() => backend.close());

type Person = { id: number; token: string };
const profileOf = async ({ token }: Person) =>
  (await callApi(backend, calls.userProfile, { token })).response;
const changeProfile = async (person: Person, changes: Record<string, string>) => {
  const now = await profileOf(person);
  const body = {
    id: String(person.id),
    email: now?.email ?? '',
    name: now?.name ?? '',
    phoneNumber: now?.phoneNumber ?? '',
    cpf: now?.cpf ?? '',
    birthdate: now?.birthdate ?? '',
    ...changes,
  };
  return callApi(backend, calls.changeProfile, { token: person.token, body });
};
const logIn = (password: string, email: string = demoEmails.bruno) =>
  callApi(backend, calls.login, { body: { email, password } });

test('changes a profile and clears optional fields that are empty', async () => {
  const { bruno } = people;
  const full = {
    name: 'Bruno  Lima',
    phoneNumber: '(11) 93456-7890',
    cpf: '529.982.247-25',
    birthdate: '1990-02-28',
  };
  expect((await changeProfile(bruno, full)).status).toBe(204);
  expect(await profileOf(bruno)).toMatchObject({
    name: 'Bruno Lima',
    phoneNumber: '11934567890',
    cpf: '52998224725',
    birthdate: '1990-02-28',
  });
  expect((await changeProfile(bruno, { phoneNumber: '', cpf: '', birthdate: '' })).status).toBe(204);
  expect(await profileOf(bruno)).toMatchObject({
    phoneNumber: undefined,
    cpf: undefined,
    birthdate: undefined,
  });
});

test.each([
  [{ name: 'Bruno' }, 'NAME_INVALID'],
  [{ cpf: '111.111.111-11' }, 'CPF_INVALID'],
  [{ phoneNumber: '123' }, 'PHONE_INVALID'],
  [{ birthdate: '1990-02-30' }, 'BIRTHDATE_INVALID'],
  [{ birthdate: '2999-01-01' }, 'BIRTHDATE_INVALID'],
  [{ email: 'new@a.example' }, 'EMAIL_READ_ONLY'],
])('refuses %j with %s', async (changes, code) => {
  expect(await changeProfile(people.bruno, changes)).toEqual({ status: 400, code });
});

test('refuses the e-mail of another account with 409 and calls for another account with 403', async () => {
  const { ana, bruno } = people;
  expect(await changeProfile(bruno, { email: demoEmails.ana })).toEqual({ status: 409, code: 'EMAIL_TAKEN' });
  expect((await changeProfile(bruno, { id: String(ana.id) })).status).toBe(403);
  const requestForAna = { token: bruno.token, path: { userId: String(ana.id) } };
  expect((await callApi(backend, calls.deleteUser, requestForAna)).status).toBe(403);
  for (const call of [calls.changeProfile, calls.changePassword, calls.deleteUser])
    expect((await callApi(backend, call, { path: { userId: '1' }, body: {} })).status).toBeOneOf([400, 401]);
});

test('changes a password only with the current one and ends other sessions', async () => {
  const { bruno } = people;
  const other = await issueToken(backend.context, bruno.id, backend.context.now());
  const send = (oldPassword: string | undefined, newPassword: string) =>
    callApi(backend, calls.changePassword, { token: bruno.token, body: { oldPassword, newPassword } });
  expect(await send('wrong!', 'novasenha')).toEqual({ status: 400, code: 'INCORRECT_PASSWORD' });
  expect(await send(undefined, 'novasenha')).toEqual({ status: 400, code: 'INCORRECT_PASSWORD' });
  expect(await send(DEMO_PASSWORD, 'short')).toEqual({ status: 400, code: 'PASSWORD_INVALID' });
  expect((await send(DEMO_PASSWORD, 'novasenha')).status).toBe(200);
  expect((await logIn(DEMO_PASSWORD)).status).toBe(404);
  expect((await logIn('novasenha')).status).toBe(200);
  expect((await callApi(backend, calls.userProfile, { token: other })).status).toBe(401);
  expect((await profileOf(bruno))?.hasPassword).toBe(true);
});

test('sets the first password of an account without an old one', async () => {
  const { bruno } = people;
  await backend.context.db.update(users).set({ passwordHash: null }).where(eq(users.id, bruno.id));
  const body = { newPassword: 'primeira' };
  expect((await callApi(backend, calls.changePassword, { token: bruno.token, body })).status).toBe(200);
  expect((await logIn('primeira')).status).toBe(200);
});
