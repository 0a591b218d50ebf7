import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { startServer } from './start-server.testing.ts';

const SCRIPT = 'console.log(1);'.repeat(400);
let server: Awaited<ReturnType<typeof startServer>>;
let folder = '';
let dist = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-app-'));
  dist = join(folder, 'dist');
  await mkdir(join(dist, 'static/js'), { recursive: true });
  await mkdir(join(dist, 'remotes/wallet/0.1.0-abcdef12'), { recursive: true });
  await writeFile(
    join(dist, 'index.html'),
    '<title>shell</title><script defer src="/static/js/index.0123456789.js" integrity="sha256-AA" crossorigin="anonymous"></script>',
  );
  await writeFile(join(dist, 'config.json'), '{}');
  await writeFile(join(dist, 'payment-frame.html'), '<title>payment</title>');
  await writeFile(join(dist, 'sw.js'), SCRIPT);
  await writeFile(join(dist, 'static/js/index.0123456789.js'), SCRIPT);
  await writeFile(join(dist, 'remotes/wallet/index.html'), '<title>wallet alone</title>');
  await writeFile(join(dist, 'remotes/wallet/0.1.0-abcdef12/entry.js'), SCRIPT);
  await writeFile(join(folder, 'outside.txt'), 'secret');
  await publish('0.1.0-abcdef12');
  server = await startServer(dist);
  await mkdir(join(dist, 'brands/marca'), { recursive: true });
  await writeFile(join(dist, 'brands/marca/terms.txt'), 'Termos');
  await writeFile(join(dist, 'brands/marca/manifest.webmanifest'), '{}');
  await writeFile(join(dist, 'brands/marca/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg" />');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const publish = (version: string) =>
  writeFile(
    join(dist, 'remotes.json'),
    JSON.stringify({
      remotes: [
        {
          name: 'wallet',
          live: {
            version,
            entry: { url: `/remotes/wallet/${version}/entry.js`, integrity: `sha384-${'A'.repeat(64)}` },
            contract: '^1.0.0',
            screens: [{ segment: 'extract' }],
            preload: {},
          },
        },
      ],
    }),
  );

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const titleAt = async (path: string) => /<title>(.*)<\/title>/.exec(await (await get(path)).text())?.[1];

test('serves the shell at any path, and the page of a remote at paths below its folder', async () => {
  expect(await titleAt('/')).toBe('shell');
  expect(await titleAt('/marca/extract/recharge/7')).toBe('shell');
  expect(await titleAt('/marca/forgot-password-app/a.b.c')).toBe('shell');
  expect(await titleAt('/remotes/wallet/')).toBe('wallet alone');
  expect(await titleAt('/remotes/wallet/marca/extract')).toBe('wallet alone');
});

test('serves the page at paths with a dot in a parameter, with the headers of a page', async () => {
  const { headers: expected } = await get('/marca/charger/7');
  for (const path of [
    '/marca/charger/x.json',
    '/marca/forgot-password-app/a.b.js',
    '/marca/extract/recharge/7.0123456789.js',
    '/marca/charger/static/x.js',
    '/charger/7.png',
  ]) {
    const { status, headers } = await get(path);
    expect(status, path).toBe(200);
    for (const name of [
      'content-type',
      'content-security-policy',
      'cache-control',
      'vary',
      'use-as-dictionary',
    ])
      expect(headers.get(name), `${path} ${name}`).toBe(expected.get(name));
  }
  expect(await titleAt('/marca/charger/x.json')).toBe('shell');
  expect(await titleAt('/remotes/wallet/marca/extract/recharge/x.json')).toBe('wallet alone');
});

test('responds with 404 to a missing script and an unknown path of the server', async () => {
  for (const path of [
    '/static/js/gone.js',
    '/v1/nothing',
    '/v1/api/nothing',
    '/ocpp/X',
    '/remotes/nobody/',
    '/gone.json',
    '/brands/marca/gone.png',
    '/remotes/wallet/gone.json',
    '/remotes/wallet/0.1.0-abcdef12/js/gone.js',
    '/remotes/wallet/standalone/static/js/gone.js',
  ])
    expect((await get(path)).status, path).toBe(404);
});

test('serves nothing outside of the build', async () => {
  for (const path of ['/../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt', '/%00', '/%E0%A4%A'])
    expect(await (await get(path)).text()).not.toContain('secret');
});

test('serves a page for a path that is not a valid URL', async () => {
  expect((await fetch(`${server.url}//`)).status).toBe(200);
});

test('allows permanent caching of versioned files and revalidation of pages and the registry', async () => {
  const caching = async (path: string) => (await get(path)).headers.get('cache-control');
  expect(await caching('/static/js/index.0123456789.js')).toContain('immutable');
  expect(await caching('/remotes/wallet/0.1.0-abcdef12/entry.js')).toContain('immutable');
  for (const path of ['/', '/remotes.json', '/config.json', '/remotes/wallet/'])
    expect(await caching(path)).toBe('no-cache');
  const etag = (await get('/')).headers.get('etag') ?? '';
  expect((await get('/', { 'if-none-match': etag })).status).toBe(304);
});

test('compresses text for clients that accept it', async () => {
  for (const encoding of ['br', 'gzip']) {
    const response = await get('/static/js/index.0123456789.js', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toBe(SCRIPT);
  }
  const identity = await get('/static/js/index.0123456789.js', { 'accept-encoding': 'identity' });
  expect(identity.headers.get('content-encoding')).toBeNull();
});

describe('a browser that has an earlier version of a script', () => {
  const EARLIER = '/remotes/wallet/0.1.0-abcdef12/entry.js';
  const LATER = '/remotes/wallet/0.2.0-12345678/entry.js';
  const later = `${SCRIPT}console.log(2);`;
  /** Request headers of Chromium if it has cached `earlier` from that path. */
  const having = (earlier: string, at: string) => ({
    'accept-encoding': 'gzip, br, zstd, dcb, dcz',
    'available-dictionary': `:${createHash('sha256').update(earlier).digest('base64')}:`,
    'dictionary-id': `"${at}"`,
  });
  beforeAll(async () => {
    await mkdir(join(dist, 'remotes/wallet/0.2.0-12345678'), { recursive: true });
    await writeFile(join(dist, LATER), later);
    await writeFile(join(dist, 'remotes/wallet/0.2.0-12345678/other.js'), later);
  });

  test('receives the pattern of the URLs of later versions', async () => {
    const patternOf = async (path: string) => (await get(path)).headers.get('use-as-dictionary');
    expect(await patternOf(EARLIER)).toBe(`match="/remotes/wallet/*/entry.js", id="${EARLIER}"`);
    expect(await patternOf('/static/js/index.0123456789.js')).toMatch(
      /^match="\/static\/js\/index\.\*\.js", /,
    );
    for (const path of ['/', '/remotes.json', '/sw.js']) expect(await patternOf(path)).toBeNull();
  });

  test('receives only the difference', async () => {
    const response = await get(LATER, having(SCRIPT, EARLIER));
    expect(response.headers.get('content-encoding')).toBe('dcz');
    expect(response.headers.get('vary')).toBe('Accept-Encoding, Available-Dictionary');
    const body = Buffer.from(await response.arrayBuffer());
    expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(body.subarray(8, 40)).toEqual(createHash('sha256').update(SCRIPT).digest());
    expect(body.length).toBeLessThan(100);
    expect(zstdDecompressSync(body.subarray(40), { dictionary: Buffer.from(SCRIPT) }).toString()).toBe(later);
  });

  test.each([
    ['has other content at the URL', LATER, having('other', EARLIER)],
    ['has a file that the server lacks', LATER, having(SCRIPT, '/remotes/wallet/0.0.1-abcdef12/entry.js')],
    ['has a version of another file', '/remotes/wallet/0.2.0-12345678/other.js', having(SCRIPT, EARLIER)],
    ['names a hidden file', LATER, having(SCRIPT, '/.remotes/history.jsonl')],
    ['accepts no such encoding', LATER, { ...having(SCRIPT, EARLIER), 'accept-encoding': 'br' }],
  ])('receives the whole file if it %s', async (_, path, headers) => {
    const response = await get(path, headers);
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(await response.text()).toBe(later);
  });
});

const links = async (path: string) => (await get(path)).headers.get('link') ?? '';

test("a page's own script is its first preload hint, so that it gets one of six connections", async () => {
  expect(await links('/marca/extract')).toMatch(
    /^<\/static\/js\/index\.0123456789\.js>; rel=preload; as=script; integrity="sha256-AA"; crossorigin=anonymous, </,
  );
});

test('sends preload hints for the screen of a page from the current registry', async () => {
  expect(await links('/marca/extract')).toContain('/remotes/wallet/0.1.0-abcdef12/entry.js');
  expect(await links('/marca/')).not.toContain('/remotes/wallet/');
  expect(await links('/extract')).toContain('/remotes/wallet/');
  expect(await links('/MARCA./extract')).toContain('/v1/api/Applications/marca');
  expect(await links('/Marca%E2%80%8B/extract')).toContain('/remotes/wallet/');
  expect(await links('/')).toContain(`/v1/api/Applications/${PRODUCT.slug}`);
  await publish('0.2.0-12345678');
  expect(await links('/marca/extract')).toContain('/remotes/wallet/0.2.0-12345678/entry.js');
  await writeFile(join(dist, 'remotes.json'), '{"remotes": 7');
  expect((await get('/marca/extract')).status).toBe(200);
});

test('allows no inline or evaluated script and no framing of the app by policy', async () => {
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
  expect((await get('/')).headers.get('permissions-policy')).toContain('camera=(self)');
  expect((await get('/')).headers.get('referrer-policy')).toBe('strict-origin');
});

test('sends the headers of a page with pages, SVGs and the service worker, and a locked policy with scripts and data', async () => {
  const PAGE_HEADERS = ['permissions-policy', 'cross-origin-opener-policy'];
  const LOCKED = "default-src 'none'; frame-ancestors 'none'";
  for (const path of ['/', '/remotes/wallet/', '/payment-frame.html', '/sw.js', '/brands/marca/icon.svg']) {
    const { headers } = await get(path);
    for (const name of PAGE_HEADERS) expect(headers.has(name)).toBe(true);
    expect(headers.get('content-security-policy')).not.toBe(LOCKED);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  for (const path of ['/static/js/index.0123456789.js', '/remotes.json', '/config.json']) {
    const { headers } = await get(path);
    for (const name of PAGE_HEADERS) expect(headers.has(name)).toBe(false);
    expect(headers.get('content-security-policy')).toBe(LOCKED);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('allows a standalone page a base URL of its own origin', async () => {
  const policyAt = async (path: string) => (await get(path)).headers.get('content-security-policy');
  for (const path of ['/remotes/wallet/', '/remotes/wallet/marca/extract'])
    expect(await policyAt(path)).toContain("base-uri 'self'");
  expect(await policyAt('/marca/remotes/wallet')).toContain("base-uri 'none'");
});

test('sandboxes the payment frame and lets only pages of the app frame it', async () => {
  const policy = (await get('/payment-frame.html')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("sandbox allow-scripts; default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('trusted-types');
});

test('lets any origin read versioned files, only its own origin read others, and never reflects an origin', async () => {
  for (const origin of ['https://evil.example', 'null']) {
    const sharing = async (path: string) => {
      const { headers } = await get(path, { origin });
      return [headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')];
    };
    for (const path of ['/static/js/index.0123456789.js', '/remotes/wallet/0.1.0-abcdef12/entry.js'])
      expect(await sharing(path)).toEqual(['*', 'cross-origin']);
    for (const path of ['/', '/config.json', '/remotes.json', '/brands/marca/terms.txt', '/remotes/wallet/'])
      expect(await sharing(path)).toEqual([null, 'same-origin']);
  }
});

test('allows the features that the app uses and denies all others', async () => {
  const policy = (await get('/')).headers.get('permissions-policy') ?? '';
  for (const used of ['camera', 'geolocation', 'clipboard-write', 'screen-wake-lock'])
    expect(policy).toContain(`${used}=(self)`);
  for (const denied of ['microphone', 'payment', 'usb', 'display-capture', 'browsing-topics', 'serial'])
    expect(policy).toContain(`${denied}=()`);
  expect(policy).not.toContain('*');
});

test('reports no violations from pages of a password mail, since their URL is a secret', async () => {
  await writeFile(
    join(dist, 'config.json'),
    '{"errorReporting":{"cspReportUrl":"https://errors.example/csp"}}',
  );
  const page = await get('/marca/login');
  expect(page.headers.get('content-security-policy')).toContain(
    'report-uri https://errors.example/csp; report-to csp',
  );
  expect(page.headers.get('reporting-endpoints')).toBe('csp="https://errors.example/csp"');
  for (const path of ['/marca/forgot-password-app/t0ken', '/marca/redefinePassword?token=t0ken']) {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).not.toContain('report');
    expect(headers.get('reporting-endpoints')).toBeNull();
  }
  await writeFile(join(dist, 'config.json'), '{}');
});

test('updates the policy with the configuration, also for a page in the cache of a browser', async () => {
  const before = (await get('/')).headers.get('etag') ?? '';
  await writeFile(join(dist, 'config.json'), '{"apiUrl":"https://api.example.com/v1"}');
  const after = await get('/', { 'if-none-match': before });
  expect(after.status).toBe(200);
  expect(after.headers.get('content-security-policy')).toContain(
    "connect-src 'self' https://api.example.com;",
  );
  await writeFile(join(dist, 'config.json'), '{"apiUrl": 7');
  expect((await get('/')).headers.get('content-security-policy')).toContain("connect-src 'self';");
});

test('serves the service worker, a manifest and a legal text with their types, and a page for a missing text', async () => {
  const head = async (path: string) => {
    const { status, headers } = await get(path);
    return [status, headers.get('content-type'), headers.get('cache-control')];
  };
  expect(await head('/sw.js')).toEqual([200, 'text/javascript; charset=utf-8', 'no-cache']);
  expect(await head('/brands/marca/manifest.webmanifest')).toEqual([
    200,
    'application/manifest+json',
    'no-cache',
  ]);
  expect((await get('/brands/outra/manifest.webmanifest')).status).toBe(404);
  const text = await get('/brands/marca/terms.txt');
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text.headers.get('x-content-type-options')).toBe('nosniff');
  // The client falls back to the default brand's text if the response is a page.
  expect((await get('/brands/outra/terms.txt')).headers.get('content-type')).toContain('text/html');
});

test('reads a config.json that begins with a byte-order mark', async () => {
  await writeFile(join(dist, 'config.json'), '\uFEFF{"apiUrl":"https://api.example.com/v1"}');
  const policy = (await get('/')).headers.get('content-security-policy');
  await writeFile(join(dist, 'config.json'), '{}');
  expect(policy).toContain('https://api.example.com');
});
