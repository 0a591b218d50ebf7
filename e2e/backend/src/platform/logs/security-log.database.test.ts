import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { DEMO_PASSWORD, demoEmails } from '../../demo/seed/people.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { callApi, demoTokens, startTestBackend } from '../../testing/test-backend.ts';

let backend: Backend;
const { logTo, lines } = captureLog();

beforeAll(async () => {
  backend = await startTestBackend({ seed: true, trustedProxies: 'loopback', logLevel: 'info', logTo });
});
afterAll(() => backend.close());
beforeEach(() => {
  lines.length = 0;
});

const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const events = () => entries().filter(({ msg }) => msg === 'security event');
const login = (email: string, password: string, ip: string) =>
  callApi(backend, calls.login, { body: { email, password }, headers: { 'x-forwarded-for': ip } });

test('logs a successful login with the user and the address block', async () => {
  const { ana } = await demoTokens(backend);
  await login(demoEmails.ana, DEMO_PASSWORD, '203.0.113.77');
  await expect
    .poll(events)
    .toMatchObject([
      { level: 30, event: 'login', status: 200, userId: ana.id, addressBlock: '203.0.113.0/24' },
    ]);
});

test('logs a failed login as a warning', async () => {
  await login(demoEmails.ana, 'errada', '2001:db8:1:2::3');
  await expect
    .poll(events)
    .toMatchObject([{ level: 40, event: 'login', status: 404, addressBlock: '20010db80001::/48' }]);
});

test('logs requests without a session or with an invalid body', async () => {
  await callApi(backend, calls.userProfile);
  await callApi(backend, calls.register, { body: { name: 1 } });
  await callApi(backend, calls.topUp, { token: (await demoTokens(backend)).ana.token, body: {} });
  await expect
    .poll(() => events().map(({ event, status }) => [event, status]))
    .toEqual([
      ['no session', 401],
      ['register', 400],
      ['invalid request', 400],
    ]);
});

test('logs neither e-mail, password, token nor full address', async () => {
  const { response } = await login(demoEmails.ana, DEMO_PASSWORD, '203.0.113.77');
  await expect.poll(events).toHaveLength(1);
  const text = JSON.stringify(entries());
  for (const secret of [demoEmails.ana, DEMO_PASSWORD, response?.token ?? '', '203.0.113.77'])
    expect(text).not.toContain(secret);
});
