import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import { fetchConfig, fetchStandaloneConfig } from '../../host/config.ts';
import { fetchRegistry } from '../../remotes/registry/browser-registry.ts';
import { FakeCache } from './fake-cache.testing.ts';
import { handleFetch } from './handle-fetch.ts';
import { SETTINGS } from './is-web-app-file.ts';

const CONFIG = { apiUrl: 'https://api.example/v1/api' };
const LATER = { apiUrl: 'https://later.example/v1/api' };
const REGISTRY = { remotes: [{ name: 'wallet' }] };

let answer: () => Response;
let modes: (RequestCache | undefined)[];
let logged: string[];
let cache: FakeCache;

/** The service worker handles the page's requests. */
beforeEach(() => {
  cache = new FakeCache();
  modes = [];
  logged = [];
  rs.spyOn(console, 'error').mockImplementation((where) => logged.push(String(where)));
  rs.stubGlobal('caches', {
    has: async () => true,
    open: async () => cache,
    match: (url: string) => cache.match(url),
  });
  rs.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    if (typeof input !== 'string') return answer();
    modes.push(init?.cache);
    const url = new URL(input, document.baseURI).href;
    const request: unknown = { url, method: 'GET', headers: new Headers(), mode: 'cors', integrity: '' };
    const later: Promise<unknown>[] = [];
    const given = await handleFetch(request as Request, (work) => later.push(work));
    await Promise.allSettled(later);
    return given ?? answer();
  });
});
afterEach(() => {
  rs.unstubAllGlobals();
  rs.restoreAllMocks();
});

/** Returns a same-origin response (type `basic`), as the browser would. */
const basic = (response: Response) => Object.defineProperty(response, 'type', { value: 'basic' });
const page = '<!doctype html><title>Entre na rede</title>';
const asJson = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
const asWebPage = { headers: { 'content-type': 'text/html' } };
const redirected = (response: Response) => Object.defineProperty(response, 'redirected', { value: true });
const BAD: Record<string, () => Response> = {
  'a 403': () => new Response('', { status: 403 }),
  'a 404': () => new Response('', { status: 404 }),
  'a 429': () => new Response('', { status: 429 }),
  'a web page': () => new Response(page, asWebPage),
  'a web page as JSON': () => basic(new Response(page, { headers: asJson })),
  'half of a file': () => basic(new Response('{"remotes": [{"apiUrl": "htt', { headers: asJson })),
  "a proxy's text": () => basic(new Response('Access denied', { headers: { 'content-type': 'text/plain' } })),
  'half of a file without a type': () => basic(new Response('{"remotes": [{"apiUrl": "htt')),
  'a list': () => basic(new Response('[]', { headers: asJson })),
  'an error in JSON': () => basic(new Response('{"error":{"code":"RATE_LIMIT"}}', { headers: asJson })),
  "a gateway's error in JSON": () => basic(new Response('{"message":"Forbidden"}', { headers: asJson })),
  nothing: () => basic(new Response('', { headers: asJson })),
  'a redirect to a page': () => redirected(new Response(page, asWebPage)),
};
const serve = (file: object) => {
  answer = () => basic(new Response(JSON.stringify(file), { headers: asJson }));
};

for (const [what, bad] of Object.entries(BAD)) {
  test(`uses and reports the cached config.json while the response is ${what}, until the next good one`, async () => {
    serve(CONFIG);
    await fetchConfig();
    answer = bad;
    expect(await fetchConfig()).toEqual(CONFIG);
    expect(logged).toEqual(['[config.json]']);
    serve(LATER);
    expect(await fetchConfig()).toEqual(LATER);
    answer = bad;
    expect(await fetchConfig()).toEqual(LATER);
  });

  test(`uses and reports the cached remotes.json while the response is ${what}`, async () => {
    const reports: string[] = [];
    const read = () => fetchRegistry(false, (_error, where) => reports.push(String(where)));
    serve(REGISTRY);
    await read();
    answer = bad;
    expect((await read()).remotes).toEqual(REGISTRY.remotes);
    expect(reports).toEqual(['remotes.json']);
    serve({ remotes: [] });
    expect((await read()).remotes).toEqual([]);
  });
}

test('a standalone page keeps the backend of its own config.json while the file is refused', async () => {
  serve(CONFIG);
  await fetchStandaloneConfig();
  for (const bad of [BAD['a 429'], BAD['a web page']]) {
    answer = bad ?? answer;
    expect(await fetchStandaloneConfig()).toEqual(CONFIG);
  }
});

test('uses and reports the cached copy without a service worker, for a redirect to another origin', async () => {
  serve(CONFIG);
  await fetchConfig();
  rs.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await fetchConfig()).toEqual(CONFIG);
  expect(logged).toEqual(['[config.json]']);
});

test('fails when no copy is cached, and the cache cannot be used', async () => {
  answer = () => new Response('', { status: 403 });
  await expect(fetchConfig()).rejects.toThrow('403');
  rs.stubGlobal('caches', undefined);
  rs.stubGlobal('fetch', async () => new Response('{'));
  await expect(fetchConfig()).rejects.toThrow();
});

test('does not cache an error in JSON in place of the registry', async () => {
  serve(REGISTRY);
  await fetchRegistry(false, () => {});
  for (const other of [{ error: { code: 'RATE_LIMIT' } }, { remotes: null }]) {
    serve(other);
    expect((await fetchRegistry(false, () => {})).remotes).toEqual(REGISTRY.remotes);
  }
});

test('knows every setting of the configuration', () => {
  expect([...SETTINGS]).toEqual(expect.arrayContaining(Object.keys(AppConfig.shape)));
});

test('an empty configuration replaces the cached one', async () => {
  serve(CONFIG);
  await fetchConfig();
  serve({});
  expect(await fetchConfig()).toEqual({});
  answer = () => new Response('', { status: 403 });
  expect(await fetchConfig()).toEqual({});
});

test('fails for an error in JSON in place of the configuration when no copy is cached', async () => {
  serve({ message: 'Forbidden' });
  await expect(fetchConfig()).rejects.toThrow('config.json');
});

test.each([undefined, 'public', 'max-age=600', 'max-age=31536000, immutable'])(
  'asks the server whether a file is current if browsers may reuse it (Cache-Control: %s)',
  async (value) => {
    answer = () => Response.json({}, { headers: value ? { 'cache-control': value } : {} });
    await fetchConfig();
    expect(modes).toEqual([undefined, 'no-cache']);
  },
);

test.each(['no-cache', 'no-store', 'public, max-age=0, must-revalidate'])(
  'requests a file once, as its preload does, if browsers must not reuse it (Cache-Control: %s)',
  async (value) => {
    answer = () => Response.json({}, { headers: { 'cache-control': value } });
    await fetchConfig();
    expect(modes).toEqual([undefined]);
  },
);
