/**
 * The slow password hashing of a flood of logins must not block the threads that read files.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Backend } from '../../../app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { startTestBackend } from '../../../testing/test-backend.ts';

const FLOOD = 60;
/** Two fifths of the production cost: slow enough to fill the queue, in less test time. */
const passwordCost = { N: 2 ** 14, r: 8, p: 2 };
let backend: Backend;
let dist = '';

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'web-app-'));
  await writeFile(join(dist, 'index.html'), '<title>shell</title>');
  await writeFile(join(dist, 'terms.txt'), 'Termos');
  // The limit of logins counts those of a minute.
  const now = () => new Date('2026-03-02T15:00:00Z');
  backend = await startTestBackend({ webAppDir: dist, passwordCost, clock: { ...systemClock, now } });
});
afterAll(async () => {
  await backend.close();
  await rm(dist, { recursive: true });
});

test('serves a static file during a flood of wrong logins', async () => {
  // The first file request also loads the code that serves files.
  await (await fetch(`${backend.url}/terms.txt`)).text();
  let hashed = 0;
  const responses: Response[] = [];
  const logins = Array.from({ length: FLOOD }, async (_, i) => {
    const response = await fetch(`${backend.url}/v1/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `ninguem-${i}@example.com`, password: 'errada' }),
    });
    if (response.status === 404) hashed++;
    responses.push(response);
  });
  // Wait for the first password check or the first refusal.
  await Promise.race(logins);
  const hashedBefore = hashed;
  expect(await (await fetch(`${backend.url}/terms.txt`)).text()).toBe('Termos');
  // Counted in password checks, since durations depend on the machine.
  expect(hashed - hashedBefore).toBeLessThan(FLOOD / 3);
  expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
  await Promise.all(logins);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404, 503]));
  const refused = responses.filter(({ status }) => status === 503);
  for (const response of refused) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused[0]?.json()).toMatchObject({ code: 'BUSY' });
});

test('sends Retry-After with a login that exceeds the limit', async () => {
  // An invalid e-mail skips the password check, but the call counts.
  const login = () =>
    fetch(`${backend.url}/v1/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'sem-arroba', password: 'errada' }),
    });
  for (let i = 0; i < 60; i++) await login();
  const response = await login();
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('60');
});
