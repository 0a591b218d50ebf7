import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, PRODUCT } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { eq } from '../../../platform/database/orm.ts';
import { brands, users } from '../../../platform/database/schema.ts';
import { callApi, startTestBackend } from '../../../testing/test-backend.ts';

let backend: Backend;
let clock = new Date('2026-03-02T15:00:00Z');
const nextMinute = () => {
  clock = new Date(clock.getTime() + 60_000);
};

beforeAll(async () => {
  backend = await startTestBackend({ sandbox: true, clock: { ...systemClock, now: () => clock } });
});
afterAll(() => backend.close());

const NOVA = { name: 'Nova Pessoa', email: 'nova@example.com', password: 'senha-1' };
const register = (body: object, options: { app_id?: string; brandId?: number } = {}) =>
  callApi(backend, calls.register, {
    body: { ...NOVA, ...body },
    query: { app_id: options.app_id ?? '1' },
    ...(options.brandId === undefined ? {} : { brandId: options.brandId }),
  });
const login = (email: string, password: string, brandId = 1) =>
  callApi(backend, calls.login, { body: { email, password }, brandId });

test('creates an account that can log in at once, with an empty wallet and no charge', async () => {
  expect(await register({ name: '  Nova   Pessoa ', email: ' Nova@Example.com' })).toMatchObject({
    status: 200,
    response: { email: 'nova@example.com' },
  });
  const { response } = await login('nova@example.com', 'senha-1');
  expect(response?.user).toMatchObject({ name: 'Nova Pessoa', email: 'nova@example.com', hasPassword: true });
  const token = response?.token ?? '';
  expect((await callApi(backend, calls.balance, { token })).response).toMatchObject({ uwalBalance: 0 });
  expect((await callApi(backend, calls.activeRecharges, { token })).response).toEqual([]);
  expect((await callApi(backend, calls.vehicles, { token })).response).toEqual([]);
});

test('says whether the confirmation mail was sent', async () => {
  expect((await register({ email: 'enviado@example.com' })).response).toMatchObject({
    confirmationSent: true,
  });
  const withoutMail = await startTestBackend();
  try {
    const { response } = await callApi(withoutMail, calls.register, { body: NOVA, query: { app_id: '1' } });
    expect(response).toMatchObject({ email: 'nova@example.com', confirmationSent: false });
  } finally {
    await withoutMail.close();
  }
});

test('does not announce a confirmation mail that a silent mail server has not accepted', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as AddressInfo;
  const withSilentMail = await startTestBackend({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'nao-responda@app.example',
  });
  try {
    const { response } = await callApi(withSilentMail, calls.register, {
      body: NOVA,
      query: { app_id: '1' },
    });
    expect(response).toMatchObject({ email: 'nova@example.com', confirmationSent: false });
  } finally {
    for (const socket of sockets) socket.destroy();
    await withSilentMail.close();
    await new Promise((closed) => silent.close(closed));
  }
});

test('allows one account per brand for an e-mail', async () => {
  nextMinute();
  expect(await register({ email: 'NOVA@example.com', password: 'outra-senha' })).toEqual({
    status: 409,
    code: 'EMAIL_TAKEN',
  });
  expect(await login('nova@example.com', 'senha-1')).toMatchObject({ status: 200 });
  expect(await register({ password: 'da-outra-marca' }, { app_id: '2' })).toMatchObject({ status: 200 });
  expect(await login('nova@example.com', 'da-outra-marca', 2)).toMatchObject({ status: 200 });
  expect(await login('nova@example.com', 'da-outra-marca', 1)).toMatchObject({ status: 404 });
});

test('creates one account when several registrations with the same e-mail arrive at once', async () => {
  nextMinute();
  const tries = Array.from({ length: 6 }, (_, i) =>
    register({ email: 'corrida@example.com', password: `senha-${i}` }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
});

test('stores a name without invisible characters', async () => {
  nextMinute();
  const name = '\u200eAna\u200b D´A\u0301vila\u202c';
  expect(await register({ name, email: 'invisivel@example.com' })).toMatchObject({ status: 200 });
  const { response } = await login('invisivel@example.com', 'senha-1');
  expect(response?.user).toMatchObject({ name: 'Ana D´Ávila' });
});

test('refuses invalid fields with their own codes and creates no account', async () => {
  nextMinute();
  const countBefore = await backend.context.db.$count(users);
  for (const [body, code] of [
    [{ name: 'Sozinha' }, 'NAME_INVALID'],
    [{ name: 'Ana Li' }, 'NAME_INVALID'],
    [{ name: `Ana ${'Souza '.repeat(30)}` }, 'NAME_INVALID'],
    [{ email: 'sem-arroba' }, 'EMAIL_INVALID'],
    [{ email: 'a@b.example,c@d.example' }, 'EMAIL_INVALID'],
    [{ email: 'x@example.com\r\nBcc: y@example.com' }, 'EMAIL_INVALID'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'EMAIL_INVALID'],
    [{ password: '12345' }, 'PASSWORD_INVALID'],
    [{ password: 'x'.repeat(201) }, 'PASSWORD_INVALID'],
    [{ password: 7 }, 'INVALID_REQUEST'],
  ] as const)
    expect(await register({ email: 'regras@example.com', ...body })).toEqual({ status: 400, code });
  expect(await backend.context.db.$count(users)).toBe(countBefore);
});

test('accepts any password of 6 to 200 characters', async () => {
  nextMinute();
  const passwords = ['123456', 'senha123', ' a senha longa ', 'açúcar⚡😀', 'x1'.repeat(100)];
  for (const [index, password] of passwords.entries()) {
    const email = `rara-${index}@example.com`;
    expect(await register({ email, password })).toMatchObject({ status: 200 });
    expect(await login(email, password)).toMatchObject({ status: 200 });
    expect(await login(email, password.slice(0, -1))).toMatchObject({ status: 404 });
  }
});

test('requires an app_id of an existing brand that matches X-Brand-ID', async () => {
  nextMinute();
  for (const app_id of ['99', '0', 'x', '']) {
    expect(await register({}, { app_id })).toEqual({ status: 400, code: 'BRAND_UNKNOWN' });
  }
  expect(await register({}, { app_id: '1', brandId: 2 })).toEqual({ status: 400, code: 'BRAND_MISMATCH' });
});

test('limits the accounts that one address block creates in a minute', async () => {
  nextMinute();
  for (let i = 0; i < 30; i++) await register({ password: '' });
  expect(await register({ email: 'tarde@example.com' })).toEqual({ status: 429, code: 'TOO_MANY_TRIES' });
  nextMinute();
  expect(await register({ email: 'tarde@example.com' })).toMatchObject({ status: 200 });
});

/** Registers, and returns the link of the confirmation mail. */
async function confirmationLink(email: string, app_id = '1') {
  nextMinute();
  await register({ email }, { app_id });
  const [mail] = backend.context.mailer.outbox();
  expect(mail).toMatchObject({ to: email, subject: 'Confirme seu e-mail' });
  return mail?.links[0] ?? '';
}
const confirmedAt = async (email: string) => {
  const [user] = await backend.context.db.select().from(users).where(eq(users.email, email));
  return user?.emailConfirmedAt;
};
/** Posts what the link's page does: its token alone to see its state, or with the button's field. */
function post(link: string, fields: Record<string, string> = {}) {
  const { href, hash } = new URL(link);
  const body = new URLSearchParams({ token: hash.slice(1), ...fields });
  return fetch(href, { method: 'POST', redirect: 'manual', body });
}
const open = (link: string) => post(link);
const submit = (link: string) => post(link, { confirm: 'yes' });

test("confirms with the page's button, not by opening the link, and redirects into the app", async () => {
  const link = await confirmationLink('confirma@example.com');
  expect(new URL(link).pathname).toBe(`/v1/confirm/${PRODUCT.slug}/`);
  for (const page of [await fetch(link), await open(link)]) {
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('Confirmar e-mail</button>');
    expect(text).toContain(PRODUCT.name);
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/v1/confirm/token.js">']);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
  }
  const script = await fetch(`${backend.url}/v1/confirm/token.js`);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(await confirmedAt('confirma@example.com')).toBeNull();

  const response = await submit(link);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`/${PRODUCT.slug}/confirmation-app`);
  expect(await confirmedAt('confirma@example.com')).toEqual(clock);
});

test('leads on to the path that the guest requested', async () => {
  nextMinute();
  const path = `/${PRODUCT.slug}/ch/7`;
  const body = { ...NOVA, email: 'caminho@example.com' };
  await callApi(backend, calls.register, { body, query: { app_id: '1', return_to: path } });
  const link = backend.context.mailer.outbox()[0]?.links[0] ?? '';
  const next = `/${PRODUCT.slug}/confirmation-app?return_to=${encodeURIComponent(path)}`;
  expect((await submit(link)).headers.get('location')).toBe(next);
  // A mail program or a second tap may have confirmed before.
  for (const page of [await submit(link), await open(link), await fetch(link.replace('/#', '/'))])
    expect(await page.text()).toContain(`<a href="${next}">Ir para o login</a>`);
});

test('confirms by the path of a link that was sent before the token was in the fragment', async () => {
  const link = (await confirmationLink('antiga@example.com')).replace('/#', '/');
  expect(await (await fetch(link)).text()).toContain('Confirmar e-mail</button>');
  expect(await confirmedAt('antiga@example.com')).toBeNull();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(link, { method: 'POST', redirect: 'manual', headers });
  expect(response.status).toBe(303);
  expect(await confirmedAt('antiga@example.com')).toEqual(clock);
  expect(await (await fetch(link)).text()).toContain('E-mail já confirmado');
});

test('confirms once, and shows a second submission, concurrent or later, as already confirmed', async () => {
  const link = await confirmationLink('dobro@example.com');
  const submissions = await Promise.all([submit(link), submit(link)]);
  expect(submissions.map(({ status }) => status).sort()).toEqual([303, 409]);
  for (const page of [await submit(link), await open(link)]) {
    const text = await page.text();
    expect(text).toContain('E-mail já confirmado');
    expect(text).toContain(`<a href="/${PRODUCT.slug}/login">Ir para o login</a>`);
  }
});

test("confirms under any brand's path", async () => {
  const link = await confirmationLink('outra-marca@example.com');
  const [other] = await backend.context.db.select().from(brands).where(eq(brands.id, 2));
  expect((await submit(link.replace(`/${PRODUCT.slug}/`, `/${other?.slug}/`))).status).toBe(303);
  expect(await confirmedAt('outra-marca@example.com')).toEqual(clock);
});

test('shows a page with a link to the login for an expired or unknown token', async () => {
  const link = await confirmationLink('velho@example.com');
  clock = new Date(clock.getTime() + 7 * 86_400_000);
  for (const invalidLink of [link, `${link}x`]) {
    const old = invalidLink.replace('/#', '/');
    for (const response of [await open(invalidLink), await submit(invalidLink), await fetch(old)]) {
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('/login">Ir para o login</a>');
    }
  }
  expect(await confirmedAt('velho@example.com')).toBeNull();
  expect((await fetch(link.replace(`/${PRODUCT.slug}/`, '/nenhuma/'))).status).toBe(404);
});
