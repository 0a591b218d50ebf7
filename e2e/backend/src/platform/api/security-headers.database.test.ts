import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Backend } from '../../app.ts';
import { startTestBackend } from '../../testing/test-backend.ts';

let direct: Backend;
let proxied: Backend;
beforeAll(async () => {
  direct = await startTestBackend({ sandbox: true });
  proxied = await startTestBackend({ trustedProxies: 'loopback' });
});
afterAll(async () => {
  await direct.close();
  await proxied.close();
});

const LOCKED = "default-src 'none'; frame-ancestors 'none'";
const headersAt = async ({ url }: Backend, path: string, headers: Record<string, string> = {}) =>
  (await fetch(url + path, { headers, redirect: 'manual' })).headers;

test.each([
  '/v1/api/Applications/faisca',
  '/v1/api/nothing',
  '/v1/api/wallet/Balance',
  '/healthz',
  '/nowhere',
  '/nowhere/100%',
  '/v1/api/PushToken/%ff',
])('forbids sniffing, running, framing and embedding the response of %s', async (path) => {
  const headers = await headersAt(direct, path);
  expect(headers.get('content-security-policy')).toBe(LOCKED);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('responds to a long path as to any other', async () => {
  const response = await fetch(`${direct.url}/v1/api/ChargerSites/${'1'.repeat(9000)}`);
  expect(response.headers.get('content-security-policy')).toBe(LOCKED);
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'SITE_NOT_FOUND' }]);
});

test('server-rendered pages run no inline script and refuse frames', async () => {
  for (const path of ['/sandbox', '/sandbox/label', '/v1/confirm/faisca/unknown']) {
    const policy = (await headersAt(direct, path)).get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect((await headersAt(direct, path)).get('x-content-type-options')).toBe('nosniff');
  }
  const page = await (await fetch(`${direct.url}/sandbox`)).text();
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style=/);
});

test('sends HSTS over TLS or behind a trusted TLS proxy only', async () => {
  const hstsHeader = async (backend: Backend, headers: Record<string, string> = {}) =>
    (await headersAt(backend, '/healthz', headers)).get('strict-transport-security');
  const https = { 'x-forwarded-proto': 'https' };
  expect(await hstsHeader(direct)).toBeNull();
  expect(await hstsHeader(direct, https)).toBeNull();
  expect(await hstsHeader(proxied)).toBeNull();
  expect(await hstsHeader(proxied, https)).toBe('max-age=31536000; includeSubDomains');
  // Other servers on a developer's machine may not use TLS.
  expect(await hstsHeader(proxied, { ...https, 'x-forwarded-host': 'localhost:3000' })).toBeNull();
});

test("allows the payment frame's opaque origin to load the card script and tokens", async () => {
  const script = await headersAt(direct, '/sandbox/payment/provider.js');
  expect(script.get('cross-origin-resource-policy')).toBe('cross-origin');
  const token = await fetch(`${direct.url}/sandbox/payment/payment_token`, {
    method: 'POST',
    headers: { origin: 'null' },
  });
  expect(token.headers.get('access-control-allow-origin')).toBe('*');
});
