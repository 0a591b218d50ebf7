/** Limits on logins per address block and per account. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { DEMO_PASSWORD, demoEmails } from '../../../demo/seed/people.ts';
import { systemClock } from '../../../platform/clock.ts';
import { callApi, startTestBackend } from '../../../testing/test-backend.ts';

let backend: Backend;
let clock = new Date('2026-03-02T15:00:00Z');
const HERE = '203.0.113.1';
const ELSEWHERE = '198.51.100.7';

beforeAll(async () => {
  backend = await startTestBackend({
    seed: true,
    trustedProxies: 'loopback',
    clock: { ...systemClock, now: () => clock },
  });
});
afterAll(() => backend.close());
beforeEach(() => {
  clock = new Date(clock.getTime() + 61_000);
});

/** Logs in from an address block and returns the status. */
const login = async (ip: string, email: string, password: string) =>
  (
    await callApi(backend, calls.login, {
      body: { email, password },
      headers: { 'x-forwarded-for': ip },
    })
  ).status;

test('refuses further guesses at an account from one address and lets its owner log in from another', async () => {
  for (let i = 0; i < 20; i++) await login(HERE, demoEmails.ana, `palpite ${i}`);
  expect(await login(HERE, demoEmails.ana, DEMO_PASSWORD)).toBe(429);
  expect(await login(ELSEWHERE, demoEmails.ana, DEMO_PASSWORD)).toBe(200);
});

test('does not count logins from an exhausted address against an account', async () => {
  for (let i = 0; i < 60; i++) await login(HERE, `ninguem-${i}@example.com`, 'x');
  for (let i = 0; i < 10; i++) expect(await login(HERE, demoEmails.ana, 'x')).toBe(429);
  expect(await login(ELSEWHERE, demoEmails.ana, DEMO_PASSWORD)).toBe(200);
});

test('limits guesses at one account from many addresses', async () => {
  for (let address = 1; address <= 10; address++)
    for (let i = 0; i < 10; i++) await login(`203.0.113.${address}`, demoEmails.bruno, `palpite ${i}`);
  expect(await login('203.0.113.11', demoEmails.bruno, 'palpite')).toBe(429);
});

test('responds to an invalid e-mail as to an unknown one, and counts it for the address only', async () => {
  for (const email of ['sem-arroba', '', `${'a'.repeat(60_000)}@example.com`])
    expect(await login(HERE, email, 'x')).toBe(404);
  for (let i = 0; i < 57; i++) await login(HERE, 'sem-arroba', 'x');
  expect(await login(HERE, demoEmails.ana, DEMO_PASSWORD)).toBe(429);
  expect(await login(ELSEWHERE, 'sem-arroba', 'x')).toBe(404);
});
