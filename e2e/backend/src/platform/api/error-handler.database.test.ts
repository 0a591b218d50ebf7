import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { WebSocket } from 'ws';
import type { Backend } from '../../app.ts';
import { demoTokens, startTestBackend } from '../../testing/test-backend.ts';
import { sql } from '../database/orm.ts';

const TABLES = ['auth_tokens', 'users', 'brands', 'sites', 'mail_tokens'];
const SECRET = 'segredo@example.com';
let backend: Backend;
let token = '';

beforeAll(async () => {
  backend = await startTestBackend({ seed: true, sandbox: true });
  ({ token } = (await demoTokens(backend)).ana);
  for (const table of TABLES)
    await backend.context.db.execute(sql.raw(`alter table ${table} rename to ${table}_gone`));
});
afterAll(() => backend.close());

const json = { 'content-type': 'application/json' };
const login = { email: SECRET, password: 'senha-secreta' };

test.each([
  ['a login', 'POST', '/v1/api/auth', login],
  ['an account', 'POST', '/v1/api/userregister?app_id=1', { ...login, name: 'Ana Souza' }],
  ['a reset', 'GET', `/v1/api/ResetPassword/${SECRET}?app_id=1`, undefined],
  ['a call with a token', 'GET', '/v1/api/wallet/Balance', undefined],
  ['a public call', 'GET', '/v1/api/ChargerSitesSearch?lat=-23.5&lng=-46.6&dist=5000', undefined],
  ['a confirmation', 'GET', '/v1/confirm/faisca/segredo', undefined],
  ['a sandbox call', 'GET', '/sandbox/api/chargers', undefined],
])('%s reveals nothing about the query when the database fails', async (_, method, path, body) => {
  const response = await fetch(backend.url + path, {
    method,
    headers: { ...(body && json), authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ code: 'INTERNAL', message: 'Internal error' });
});

test('a live connection reveals nothing about the query when the database fails', async () => {
  const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${token}`);
  const text = await new Promise<string>((resolve, reject) => {
    socket.once('unexpected-response', (_request, response) => {
      let received = '';
      response.on('data', (chunk) => (received += String(chunk)));
      response.on('end', () => resolve(received));
    });
    socket.once('open', () => reject(new Error('the connection opened')));
  });
  expect(JSON.parse(text)).toEqual({ code: 'INTERNAL', message: 'Internal error' });
});

test('rejects a malformed request without internals in the message', async () => {
  const response = await fetch(`${backend.url}/v1/api/auth`, { method: 'POST', headers: json, body: '{' });
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).not.toMatch(/at |node_modules|select|from "/);
});
