import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { demoEmails } from '../../../demo/seed/people.ts';
import { callApi, demoTokens, startTestBackend } from '../../../testing/test-backend.ts';
import { endSessions } from './tokens.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await startTestBackend({ seed: true });
});
afterAll(() => backend.close());

const statusOf = async (token: string) => (await callApi(backend, calls.userProfile, { token })).status;

test('ends the sessions of one account and of no other', async () => {
  const { ana, bruno } = await demoTokens(backend);
  expect(await endSessions(backend.context.db, demoEmails.ana)).toBe(1);
  expect(await statusOf(ana.token)).toBe(401);
  expect(await statusOf(bruno.token)).toBe(200);
});

test("keeps the sessions of the same e-mail's account at another brand", async () => {
  const { bruno } = await demoTokens(backend);
  expect(await endSessions(backend.context.db, demoEmails.bruno, 'aurora')).toBeUndefined();
  expect(await statusOf(bruno.token)).toBe(200);
});

test('finds no account for an unknown or invalid e-mail', async () => {
  expect(await endSessions(backend.context.db, 'ninguem@example.com')).toBeUndefined();
  expect(await endSessions(backend.context.db, 'no address')).toBeUndefined();
});
