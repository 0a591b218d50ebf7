import { afterAll, beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { calls, PRODUCT } from '@shared/contract';
import { INVALID_USER, liveProtocol } from '@shared/contract/live';
import { WebSocket } from 'ws';
import type { Backend } from '../../../app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { eq } from '../../../platform/database/orm.ts';
import { mailTokens, users } from '../../../platform/database/schema.ts';
import { callApi, startTestBackend } from '../../../testing/test-backend.ts';

let backend: Backend;
let clock = new Date('2026-03-02T15:00:00Z');
const advanceClock = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};

const EMAIL = 'esquecida@example.com';
beforeAll(async () => {
  backend = await startTestBackend({ sandbox: true, clock: { ...systemClock, now: () => clock } });
  for (const app_id of ['1', '2'])
    await callApi(backend, calls.register, {
      body: { name: 'Pessoa Esquecida', email: EMAIL, password: 'antiga-1' },
      query: { app_id },
    });
});
afterAll(() => backend.close());
// Past the end of every rate limit's window.
beforeEach(() => advanceClock(25 * 60));

const request = (email: string, app_id = '1') =>
  callApi(backend, calls.requestReset, { path: { email }, query: { app_id } });
const reset = (token: string, password: string, brandId?: number) =>
  callApi(backend, calls.resetPassword, {
    body: { token, password },
    ...(brandId === undefined ? {} : { brandId }),
  });
const login = async (password: string, brandId = 1) =>
  callApi(backend, calls.login, { body: { email: EMAIL, password }, brandId });
const lastMail = () => backend.context.mailer.outbox()[0];

/** Requests a password mail and returns its token. */
async function requestToken(email = EMAIL) {
  expect(await request(email)).toMatchObject({ status: 200 });
  const [, token = ''] = /\/forgot-password-app\/#(\S+)$/.exec(lastMail()?.links[0] ?? '') ?? [];
  return token;
}

test('sends a link to the page of the brand, and its token sets a new password', async () => {
  const token = await requestToken(` ${EMAIL.toUpperCase()}`);
  expect(lastMail()).toMatchObject({ to: EMAIL, from: PRODUCT.name, subject: 'Crie uma nova senha' });
  expect(lastMail()?.links).toEqual([`${backend.url}/${PRODUCT.slug}/forgot-password-app/#${token}`]);
  expect(await reset(token, 'nova-senha-1')).toMatchObject({ status: 200 });
  expect(await login('nova-senha-1')).toMatchObject({ status: 200 });
  expect(await login('antiga-1')).toMatchObject({ status: 404 });
  // The account with the same e-mail at the other brand is unaffected.
  expect(await login('antiga-1', 2)).toMatchObject({ status: 200 });
});

test('returns the path that the guest requested, if it belongs to the brand', async () => {
  const returnTo = async (return_to: string) => {
    const query = { app_id: '1', return_to };
    await callApi(backend, calls.requestReset, { path: { email: EMAIL }, query });
    const [, token = ''] = /#(\S+)$/.exec(lastMail()?.links[0] ?? '') ?? [];
    const { response } = await reset(token, 'nova-senha-1');
    return response;
  };
  const path = `/${PRODUCT.slug}/recharge/7/1?dist=2`;
  expect(await returnTo(path)).toEqual({ returnTo: path });
  advanceClock(16);
  for (const other of ['https://evil.example/', '//evil.example/', '/outra/extract', '']) {
    expect(await returnTo(other)).toEqual({});
    advanceClock(16);
  }
});

test('responds with 404 to an e-mail without an account and 400 to an invalid one or an unknown brand', async () => {
  expect(await request('ninguem@example.com')).toEqual({ status: 404, code: 'USER_NOT_FOUND' });
  expect(await request('sem-arroba')).toEqual({ status: 400, code: 'EMAIL_INVALID' });
  expect(await request(EMAIL, '99')).toEqual({ status: 400, code: 'BRAND_UNKNOWN' });
});

test('accepts a token once, for an hour, and until the next one is requested', async () => {
  const used = await requestToken();
  await reset(used, 'primeira-1');
  expect(await reset(used, 'segunda-1')).toEqual({ status: 400, code: 'TOKEN_INVALID' });
  const old = await requestToken();
  advanceClock(60);
  expect(await reset(old, 'segunda-1')).toEqual({ status: 400, code: 'TOKEN_INVALID' });
  const replaced = await requestToken();
  const current = await requestToken();
  expect(await reset(replaced, 'segunda-1')).toEqual({ status: 400, code: 'TOKEN_INVALID' });
  expect(await reset('', 'segunda-1')).toEqual({ status: 400, code: 'TOKEN_INVALID' });
  expect(await login('primeira-1')).toMatchObject({ status: 200 });
  expect(await reset(current, 'segunda-1')).toMatchObject({ status: 200 });
});

test("resets the password of the token's account even if the browser sends another brand", async () => {
  const token = await requestToken();
  expect(await reset(token, 'terceira-1', 2)).toMatchObject({ status: 200 });
  expect(await login('terceira-1')).toMatchObject({ status: 200 });
  expect(await login('terceira-1', 2)).toMatchObject({ status: 404 });
  expect(await login('antiga-1', 2)).toMatchObject({ status: 200 });
});

test('invalidates the link when the password is changed', async () => {
  const token = await requestToken();
  const session = (await login('terceira-1')).response?.token ?? '';
  const body = { oldPassword: 'terceira-1', newPassword: 'quarta-1' };
  expect(await callApi(backend, calls.changePassword, { token: session, body })).toMatchObject({
    status: 200,
  });
  expect(await reset(token, 'do-ladrao')).toEqual({ status: 400, code: 'TOKEN_INVALID' });
  expect(await login('quarta-1')).toMatchObject({ status: 200 });
});

test('lets one of several concurrent uses of a token set the password', async () => {
  const token = await requestToken();
  const tries = await Promise.all(Array.from({ length: 5 }, (_, i) => reset(token, `corrida-${i}`)));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  const winner = tries.findIndex(({ status }) => status === 200);
  expect(await login(`corrida-${winner}`)).toMatchObject({ status: 200 });
});

test('keeps a token usable after a password that is too short', async () => {
  const token = await requestToken();
  expect(await reset(token, '12345')).toEqual({ status: 400, code: 'PASSWORD_INVALID' });
  expect(await reset(token, 'nova-senha-2')).toMatchObject({ status: 200 });
});

test('ends all sessions and live sockets of the user and of no other when the password is reset', async () => {
  const session = (await login('nova-senha-2')).response?.token ?? '';
  const other = (await login('antiga-1', 2)).response?.token ?? '';
  const live = `${backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${session}`;
  const socket = new WebSocket(live, [liveProtocol(PRODUCT.slug)]);
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise<string>((resolve) =>
    socket.once('close', (_, reason) => resolve(String(reason))),
  );
  await expect
    .poll(() => callApi(backend, calls.userProfile, { token: session }))
    .toMatchObject({ status: 200 });

  await reset(await requestToken(), 'nova-senha-3');
  expect(await closed).toBe(INVALID_USER);
  expect(await callApi(backend, calls.userProfile, { token: session })).toMatchObject({ status: 401 });
  expect(await callApi(backend, calls.userProfile, { token: other })).toMatchObject({ status: 200 });
});

test('confirms the e-mail with the first reset, since its owner received the token', async () => {
  const email = 'confirmada@example.com';
  const body = { name: 'Pessoa Confirmada', email, password: 'antiga-1' };
  await callApi(backend, calls.register, { body, query: { app_id: '1' } });
  const confirmedAt = async () => {
    const [user] = await backend.context.db.select().from(users).where(eq(users.email, email));
    return user?.emailConfirmedAt;
  };
  const token = await requestToken(email);
  expect(await confirmedAt()).toBeNull();
  await reset(token, 'nova-senha-4');
  const first = clock;
  expect(await confirmedAt()).toEqual(first);
  advanceClock(1);
  await reset(await requestToken(email), 'nova-senha-5');
  expect(await confirmedAt()).toEqual(first);
});

test('sends at most 5 mails to an address in 15 minutes, and beyond 20 a day one an hour', async () => {
  for (let i = 0; i < 5; i++) expect(await request(EMAIL)).toMatchObject({ status: 200 });
  expect(await request(EMAIL)).toEqual({ status: 429, code: 'TOO_MANY_TRIES' });
  expect(await request(EMAIL, '2')).toMatchObject({ status: 200 });
  // In three and a half hours, the first one of each hour as well.
  expect(5 + (await attack(210))).toBe(20 + 4);
  advanceClock(24 * 60);
  expect(await request(EMAIL)).toMatchObject({ status: 200 });
});

test('an owner always has a valid link or gets a new one, however often others request one', async () => {
  const email = 'cercada@example.com';
  const body = { name: 'Pessoa Cercada', email, password: 'antiga-1' };
  await callApi(backend, calls.register, { body, query: { app_id: '1' } });
  for (let hour = 0; hour < 6; hour++) {
    await attack(61, email);
    await request(email);
    const mail = backend.context.mailer.outbox().find(({ to }) => to === email);
    const [, token = ''] = /#(\S+)$/.exec(mail?.links[0] ?? '') ?? [];
    // Doesn't use up the link.
    expect(await reset(token, '12345')).toEqual({ status: 400, code: 'PASSWORD_INVALID' });
  }
});

/** Requests more mails than are sent, all the time. Returns how many were sent. */
async function attack(minutes: number, email = EMAIL) {
  let sent = 0;
  for (let minute = 0; minute < minutes; minute += 3) {
    advanceClock(3);
    for (let i = 0; i < 2; i++) if ((await request(email)).status === 200) sent += 1;
  }
  return sent;
}

test('limits mail requests and token guesses from one address', async () => {
  for (let i = 0; i < 30; i++) await request(`alguem-${i}@example.com`);
  expect(await request(EMAIL)).toEqual({ status: 429, code: 'TOO_MANY_TRIES' });
  for (let i = 0; i < 30; i++) await reset(`palpite-${i}`, 'nova-senha-5');
  expect(await reset('palpite', 'nova-senha-5')).toEqual({ status: 429, code: 'TOO_MANY_TRIES' });
});

test('stores no token of a mail in plain text', async () => {
  const token = await requestToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await backend.context.db.select().from(mailTokens))).not.toContain(token);
});

/** Runs `action` right after the next password check, like a concurrent request. */
function afterNextPasswordCheck(action: () => Promise<unknown>) {
  const { passwords } = backend.context;
  const { verify } = passwords;
  const spy = rs.spyOn(passwords, 'verify').mockImplementation(async (password, stored) => {
    spy.mockRestore();
    const response = await verify(password, stored);
    await action();
    return response;
  });
}

test('refuses a login with the old password that was in progress during the reset', async () => {
  await reset(await requestToken(), 'sabida-1');
  const token = await requestToken();
  afterNextPasswordCheck(async () =>
    expect(await reset(token, 'so-da-dona-1')).toMatchObject({ status: 200 }),
  );
  expect(await login('sabida-1')).toEqual({ status: 404, code: 'USER_NOT_FOUND' });
  expect(await login('so-da-dona-1')).toMatchObject({ status: 200 });
});

test('refuses a change with the old password that was in progress during the reset', async () => {
  await reset(await requestToken(), 'sabida-2');
  const session = (await login('sabida-2')).response?.token ?? '';
  const token = await requestToken();
  afterNextPasswordCheck(async () =>
    expect(await reset(token, 'so-da-dona-2')).toMatchObject({ status: 200 }),
  );
  const body = { oldPassword: 'sabida-2', newPassword: 'do-ladrao' };
  expect(await callApi(backend, calls.changePassword, { token: session, body })).toEqual({
    status: 400,
    code: 'INCORRECT_PASSWORD',
  });
  expect(await login('do-ladrao')).toMatchObject({ status: 404 });
  expect(await login('so-da-dona-2')).toMatchObject({ status: 200 });
});

test('does not count a mail that could not be sent, and keeps the previous link valid', async () => {
  const token = await requestToken();
  const outage = rs.spyOn(backend.context.mailer, 'send').mockResolvedValue(false);
  for (let i = 0; i < 6; i++) expect(await request(EMAIL)).toMatchObject({ status: 503 });
  outage.mockRestore();
  expect(await reset(token, 'nova-senha-6')).toMatchObject({ status: 200 });
  // Without the notice of the new password: the address is confirmed.
  for (let i = 0; i < 4; i++) expect(await request(EMAIL)).toMatchObject({ status: 200 });
  expect(await request(EMAIL)).toEqual({ status: 429, code: 'TOO_MANY_TRIES' });
});

test('stores no token for an account that was deleted while its mail was being sent', async () => {
  const person = { name: 'Pessoa Apagada', email: 'apagada@example.com', password: 'antiga-1' };
  await callApi(backend, calls.register, { body: person, query: { app_id: '1' } });
  const { response } = await callApi(backend, calls.login, { body: person });
  const userId = response?.user?.id ?? '';
  const sending = rs.spyOn(backend.context.mailer, 'send').mockImplementation(async () => {
    await callApi(backend, calls.deleteUser, { token: response?.token ?? '', path: { userId } });
    return true;
  });
  expect(await request(person.email)).toEqual({ status: 404, code: 'USER_NOT_FOUND' });
  sending.mockRestore();
  expect(await backend.context.db.$count(mailTokens, eq(mailTokens.userId, Number(userId)))).toBe(0);
});
