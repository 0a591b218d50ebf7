import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { SMTPServer } from 'smtp-server';
import type { Backend } from '../../app.ts';
import { callApi, startTestBackend } from '../../testing/test-backend.ts';
import { brands } from '../database/schema.ts';

interface Received {
  from: string;
  to: string[];
  /** As received, with its folded lines joined. */
  raw: string;
}

let refuses = false;
const received: Received[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    if (!refuses) return done();
    done(Object.assign(new Error(`${address} has no mailbox`), { responseCode: 550 }));
  },
  onData(stream, { envelope }, done) {
    let raw = '';
    stream.on('data', (chunk: Buffer) => {
      raw += chunk.toString();
    });
    stream.on('end', () => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      received.push({ from, to, raw: raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') });
      done();
    });
  },
});

let backend: Backend;
let log = '';
const logTo = new PassThrough().on('data', (chunk: Buffer) => {
  log += chunk.toString();
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  backend = await startTestBackend({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: 'nao-responda@app.example',
    webAppUrl: 'https://app.example',
    logLevel: 'debug',
    logTo,
  });
  await backend.context.db.update(brands).set({ name: 'Marca & Cia\r\nBcc: espiao@example.com' });
});
afterAll(async () => {
  await backend.close();
  await new Promise<void>((closed) => server.close(closed));
});
beforeEach(() => {
  refuses = false;
  received.length = 0;
});

const EMAIL = 'joao@example.com';
const register = (email: string) =>
  callApi(backend, calls.register, {
    body: { name: 'João da Silva', email, password: 'senha-secreta' },
    query: { app_id: '1' },
    headers: { host: 'evil.example' },
  });
const requestReset = () =>
  callApi(backend, calls.requestReset, { path: { email: EMAIL }, query: { app_id: '1' } });

test('sends a mail in text and HTML, with links to the configured URL only', async () => {
  expect(await register(EMAIL)).toMatchObject({ status: 200 });
  await expect.poll(() => received).toHaveLength(1);
  const [mail] = received;
  expect(mail).toMatchObject({ from: 'nao-responda@app.example', to: [EMAIL] });
  expect(mail?.raw).toMatch(/^Subject: Confirme seu e-mail\r$/m);
  expect(mail?.raw).toContain('text/plain');
  expect(mail?.raw).toContain('text/html');
  expect(mail?.raw).toMatch(/https:\/\/app\.example\/v1\/confirm\/[\w-]+\/#[\w-]{43}/);
  expect(mail?.raw).not.toContain('evil.example');
});

test('keeps a name from becoming a header or markup', async () => {
  await requestReset();
  const [mail] = received;
  expect(mail?.to).toEqual([EMAIL]);
  const [headers] = mail?.raw.split('\r\n\r\n') ?? [];
  expect(headers).toContain('nao-responda@app.example');
  expect(headers).not.toMatch(/^Bcc:/m);
  expect(mail?.raw).toContain('Marca &amp; Cia');
});

test('creates the account when the mail server refuses, and lets the user request another mail', async () => {
  refuses = true;
  expect(await register('recusada@example.com')).toMatchObject({ status: 200 });
  expect(await register('recusada@example.com')).toMatchObject({ status: 409 });
  expect(await requestReset()).toMatchObject({ status: 503 });
  refuses = false;
  expect(await requestReset()).toMatchObject({ status: 200 });
});

test('logs no e-mail address, token or password', async () => {
  await expect.poll(() => log).toContain('"responseCode":550');
  const tokens = received.flatMap(({ raw }) => raw.match(/[\w-]{43}/g) ?? []);
  await callApi(backend, calls.login, { body: { email: EMAIL, password: 'senha-errada' } });
  const token = (await callApi(backend, calls.login, { body: { email: EMAIL, password: 'senha-secreta' } }))
    .response?.token;
  await callApi(backend, calls.userProfile, { token: token ?? '' });
  await callApi(backend, calls.resetPassword, { body: { token: 'token-de-teste', password: 'nova-senha' } });
  await fetch(`${backend.url}/v1/confirm/marca/token-de-teste`);
  await expect.poll(() => log).toContain('"route":"/v1/confirm/:brand/:token"');
  for (const secret of [
    EMAIL,
    'recusada@',
    'João',
    'senha-',
    'nova-senha',
    'token-de-teste',
    token,
    ...tokens,
  ])
    expect(log).not.toContain(secret);
});
