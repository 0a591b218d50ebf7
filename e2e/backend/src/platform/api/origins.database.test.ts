import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Backend } from '../../app.ts';
import { startTestBackend } from '../../testing/test-backend.ts';

const WEB_APP = 'https://app.example';
const BOARD = 'https://board.example';
const EVIL = 'https://evil.example';
let production: Backend;
let sandbox: Backend;

beforeAll(async () => {
  production = await startTestBackend({ webAppUrl: WEB_APP, allowedOrigins: [BOARD] });
  sandbox = await startTestBackend({ sandbox: true });
});
afterAll(async () => {
  await production.close();
  await sandbox.close();
});

const call = ({ url }: Backend, method: string, origin: string) =>
  fetch(`${url}/v1/api/brands/faisca`, {
    method,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-brand-id',
    },
  });
const corsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

test.each([WEB_APP, BOARD])(
  'allows pages of the configured origin %s to call the API and to read the Date header',
  async (origin) => {
    const response = await call(production, 'GET', origin);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-expose-headers')).toBe('Date');
    expect(response.headers.get('vary')).toContain('Origin');
    const preflight = await call(production, 'OPTIONS', origin);
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-brand-id');
  },
);

test.each([EVIL, 'null', `${BOARD}.evil.example`, 'http://board.example'])(
  'sends pages of %s no CORS headers outside of the sandbox',
  async (origin) => {
    for (const method of ['GET', 'OPTIONS'])
      expect(corsHeaders(await call(production, method, origin))).toEqual([]);
  },
);

test('allows pages of any origin to call a sandbox', async () => {
  expect((await call(sandbox, 'GET', EVIL)).headers.get('access-control-allow-origin')).toBe(EVIL);
  expect((await call(sandbox, 'OPTIONS', EVIL)).status).toBe(204);
});

test('lets a configured origin call the API with its headers', async () => {
  const preflight = await fetch(`${production.url}/v1/api/wallet/Balance`, {
    method: 'OPTIONS',
    headers: {
      origin: BOARD,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization,x-brand-id,idempotency-key,user-location',
    },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe(BOARD);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-brand-id');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
  const response = await fetch(`${production.url}/v1/api/Applications/nobody`, {
    headers: { origin: BOARD },
  });
  expect(response.headers.get('access-control-expose-headers')).toBe('Date');
});
