/** Mails that notify a user of changes to the account. */
import { afterAll, beforeAll, expect, rs, test } from '@rstest/core';
import { calls, PRODUCT } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { callApi, startTestBackend } from '../../../testing/test-backend.ts';

const PASSWORD = 'senha-1';
const NEW_PASSWORD = 'senha-nova-2';
const SUPPORT = 'WhatsApp +55';
let backend: Backend;
beforeAll(async () => {
  backend = await startTestBackend({ sandbox: true });
});
afterAll(() => backend.close());

let people = 0;
async function logInSomeone(brandId = 1) {
  people += 1;
  const email = `pessoa-${people}@example.com`;
  const person = { name: 'Nina Prado', email, password: PASSWORD };
  await callApi(backend, calls.register, { body: person, query: { app_id: String(brandId) } });
  const { response } = await callApi(backend, calls.login, { body: person, brandId });
  return { email, token: response?.token ?? '', id: response?.user?.id ?? '' };
}
const changePassword = (token: string, oldPassword = PASSWORD) =>
  callApi(backend, calls.changePassword, { token, body: { oldPassword, newPassword: NEW_PASSWORD } });
const mailsTo = (email: string, subject: string) =>
  backend.context.mailer.outbox().filter((mail) => mail.to === email && mail.subject === subject);

test('notifies the owner of a changed password, without a link', async () => {
  const { email, token } = await logInSomeone();
  expect((await changePassword(token)).status).toBe(200);
  const [mail, ...others] = mailsTo(email, 'Sua senha foi alterada');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ from: PRODUCT.name, links: [] });
  expect(mail?.text).toContain('Olá, Nina!');
  expect(mail?.text).toContain(SUPPORT);
  expect(mail?.text).not.toContain(NEW_PASSWORD);
});

test('notifies the owner of a reset password', async () => {
  const { email } = await logInSomeone();
  await callApi(backend, calls.requestReset, { path: { email }, query: { app_id: '1' } });
  const [link = ''] = mailsTo(email, 'Crie uma nova senha')[0]?.links ?? [];
  const body = { token: new URL(link).hash.slice(1), password: NEW_PASSWORD };
  expect((await callApi(backend, calls.resetPassword, { body })).status).toBe(200);
  expect(mailsTo(email, 'Sua senha foi alterada')).toHaveLength(1);
});

test('notifies the owner of a deleted account at its former address', async () => {
  const { email, token, id } = await logInSomeone();
  expect((await callApi(backend, calls.deleteUser, { token, path: { userId: id } })).status).toBe(200);
  const [mail] = mailsTo(email, 'Sua conta foi excluída');
  expect(mail?.links).toEqual([]);
  expect(mail?.text).toContain(SUPPORT);
});

test("sends a notice in the name of the account's brand", async () => {
  const { email, token } = await logInSomeone(2);
  await changePassword(token);
  expect(mailsTo(email, 'Sua senha foi alterada')).toMatchObject([{ from: 'Aurora Recargas' }]);
});

test('sends no notice when the change is refused', async () => {
  const { email, token } = await logInSomeone();
  expect((await changePassword(token, 'errada-1')).status).toBe(400);
  expect(mailsTo(email, 'Sua senha foi alterada')).toEqual([]);
});

test('changes the password and deletes the account when the notice cannot be sent', async () => {
  const { token, id } = await logInSomeone();
  const outage = rs.spyOn(backend.context.mailer, 'send').mockResolvedValue(false);
  expect((await changePassword(token)).status).toBe(200);
  expect((await callApi(backend, calls.deleteUser, { token, path: { userId: id } })).status).toBe(200);
  outage.mockRestore();
});

test('sends at most 5 mails to an address, counted over all its accounts', async () => {
  const email = 'desconhecida@example.com';
  const person = { name: 'Nina Prado', email, password: PASSWORD };
  const wereSent: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const registered = await callApi(backend, calls.register, { body: person, query: { app_id: '1' } });
    wereSent.push(registered.response?.confirmationSent);
    const { response } = await callApi(backend, calls.login, { body: person });
    const token = response?.token ?? '';
    expect((await changePassword(token)).status).toBe(200);
    const path = { userId: response?.user?.id ?? '' };
    expect((await callApi(backend, calls.deleteUser, { token, path })).status).toBe(200);
  }
  expect(wereSent).toEqual([true, true, false]);
  expect(backend.context.mailer.outbox().filter(({ to }) => to === email)).toHaveLength(5);
});
