import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { SHELL_SCREENS, WEB_APP_SEGMENTS } from '@shared/contract';
import { CACHE } from './cache-names.ts';
import { FakeCache } from './fake-cache.testing.ts';
import { handleFetch } from './handle-fetch.ts';
import { kindOf } from './rules.ts';
import { updateOfflineCache } from './update-offline-cache.ts';

const FILE = '/static/js/index.0123456789.js';
/** Hash of `fresh`, the body of every fake response. */
const INTEGRITY = 'sha256-0JirXkS5qrt1X3bYBlmPQ1c8Zis15KLqseMS7JrRleI=';
let cache: FakeCache;
let network: (path: string) => Response | Promise<Response>;
let requests: string[];
let later: Promise<unknown>[];

beforeEach(() => {
  rs.useFakeTimers();
  cache = new FakeCache();
  requests = [];
  later = [];
  network = () => basic('fresh');
  rs.stubGlobal('caches', {
    has: async () => true,
    open: async () => cache,
    match: async (key: string, { cacheName }: { cacheName: string }) =>
      cacheName === CACHE ? cache.match(key) : undefined,
  });
  rs.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    requests.push(pathname);
    return network(pathname);
  });
});
afterEach(async () => {
  // Responses are stored after they are returned.
  await rs.advanceTimersByTimeAsync(0);
  await Promise.allSettled(later);
  rs.unstubAllGlobals();
  rs.useRealTimers();
});

/** Returns a same-origin response (type `basic`), as the browser would. */
function basic(body: string, init: ResponseInit & { type?: string; redirected?: boolean } = {}): Response {
  const { type = 'basic', redirected = false, ...rest } = init;
  const headers = { 'content-type': 'text/javascript', ...rest.headers };
  const response = new Response(body, { ...rest, headers });
  Object.defineProperties(response, {
    type: { value: type },
    redirected: { value: redirected },
    clone: { value: () => basic(body, init) },
  });
  return response;
}
const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };

const handle = (path: string, init: object = {}) => {
  const request = {
    url: new URL(path, location.href).href,
    method: 'GET',
    headers: new Headers(),
    mode: 'cors',
    integrity: kindOf(new URL(path, location.href)) === 'immutable' ? INTEGRITY : '',
  };
  return handleFetch({ ...request, destination: '', ...init } as Request, (work) => later.push(work));
};
const visit = (path: string) => handle(path, { mode: 'navigate', destination: 'document' });
const text = async (given: Promise<Response> | undefined) => (await given)?.text();
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const neverResponds = () => new Promise<Response>(() => {});

test('leaves calls, the live stream, writes, other origins, ranges and unknown files to the browser', () => {
  for (const path of [
    '/v1/api/wallet/Balance',
    '/v1/ws/UserMessages',
    '/healthz',
    '/sandbox',
    '/sw.js',
    '/static/x.js',
  ])
    expect(handle(path)).toBeUndefined();
  expect(handle(FILE, { method: 'POST' })).toBeUndefined();
  expect(handle(`https://other.example${FILE}`)).toBeUndefined();
  expect(handle(FILE, { headers: new Headers({ range: 'bytes=0-1' }) })).toBeUndefined();
  for (const path of ['/v1/x', '/sandbox', '/remotes/sites/brand/', '/brands/a/terms.txt'])
    expect(visit(path)).toBeUndefined();
  expect(handle('/a/', { mode: 'navigate', destination: 'iframe' })).toBeUndefined();
  // A fetch of the page's HTML by the page itself.
  expect(handle('/a/')).toBeUndefined();
  expect(requests).toEqual([]);
});

test("treats a screen's URL as the page, but not the server's own paths", () => {
  // The rules list no screens of remotes, so that a new screen needs no new service worker.
  for (const segment of [...SHELL_SCREENS.keys(), 'charger', 'extract', 'viewers', 'promocoes'])
    expect([segment, kindOf(new URL(`http://a.example/${segment}/x`))]).toEqual([segment, 'page']);
  for (const segment of WEB_APP_SEGMENTS)
    expect([segment, kindOf(new URL(`http://a.example/${segment}/x`))]).not.toEqual([segment, 'page']);
});

test('serves the page from the network, or from the cache when the connection fails', async () => {
  cache.entries.set(new URL('/', location.href).href, basic('kept page'));
  expect(await text(visit('/a/charger/7'))).toBe('fresh');
  network = lost;
  expect(await text(visit('/a/charger/7?dist=1'))).toBe('kept page');
  network = () => basic('down', { status: 503 });
  expect(await text(visit('/a/'))).toBe('kept page');
});

test('waits 3 s for a silent connection, or longer if nothing is cached', async () => {
  network = neverResponds;
  const first = rs.fn();
  visit('/a/')?.then(first);
  await rs.advanceTimersByTimeAsync(60_000);
  expect(first).not.toHaveBeenCalled();
  cache.entries.set(new URL('/', location.href).href, basic('kept page'));
  const second = text(visit('/a/'));
  await rs.advanceTimersByTimeAsync(3_000);
  expect(await second).toBe('kept page');
});

/** A response with a body that begins and never ends. As a web page, it isn't cached. */
const stalls = () =>
  new Response(
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('<html')) }),
    html,
  );

test.each(['/a/', '/config.json', '/remotes.json'])(
  'treats a body of %s that stalls as silence, within the same 3 s',
  async (path) => {
    const isPage = path === '/a/';
    await cache.put(isPage ? '/' : path, basic('kept'));
    network = stalls;
    const given = text(isPage ? visit(path) : handle(path));
    await rs.advanceTimersByTimeAsync(3_000);
    expect(await given).toBe('kept');
  },
);

test('shows the login page of a proxy or captive portal instead of the cached page', async () => {
  await cache.put('/', basic('kept page'));
  const redirect = basic('', { type: 'opaqueredirect' });
  const login = [200, 203, 401, 403, 404, 407, 429, 511].map((status) => basic('login', { status, ...html }));
  for (const answer of [...login, redirect]) {
    network = () => answer;
    expect(await visit('/a/')).toBe(answer);
  }
});

test('opens the page at a path with a dot in the last parameter', async () => {
  await cache.put('/', basic('kept page'));
  network = lost;
  for (const path of ['/a/charger/x.json', '/a/forgot-password-app/abc.def', '/a/extract/recharge/7.5'])
    expect(await text(visit(path))).toBe('kept page');
  for (const path of ['/robots.txt', '/index.html', '/brands/a/x.json', '/static/js/x.js'])
    expect(visit(path)).toBeUndefined();
});

test("requests a file from the server again if its bytes in the browser's HTTP cache are wrong", async () => {
  const modes: unknown[] = [];
  rs.stubGlobal('fetch', async (_request: Request, init?: RequestInit) => {
    modes.push(init?.cache);
    if (init?.cache !== 'reload') throw new TypeError('Failed to fetch');
    return basic('fresh');
  });
  expect(await text(handle(FILE))).toBe('fresh');
  expect(modes).toEqual([undefined, 'reload']);
});

test('leaves a network failure to the browser when nothing is cached', async () => {
  network = lost;
  await expect(visit('/a/')).rejects.toThrow('Failed to fetch');
  await expect(handle('/config.json')).rejects.toThrow('Failed to fetch');
  await expect(handle(FILE)).rejects.toThrow('Failed to fetch');
});

test('fetches a file once if its name changes with its content', async () => {
  expect(await text(handle(FILE))).toBe('fresh');
  await Promise.all(later);
  expect(await text(handle(FILE))).toBe('fresh');
  await text(handle('/remotes/sites/0.1.0-1a2b3c4d/entry.js'));
  expect(requests).toEqual([FILE, '/remotes/sites/0.1.0-1a2b3c4d/entry.js']);
});

test('fetches registry, configuration and brand files each time, and caches them as a fallback', async () => {
  for (const path of ['/remotes.json', '/config.json', '/brands/a/icon.svg', '/brands/a/terms.txt']) {
    network = () => basic('one');
    expect(await text(handle(path))).toBe('one');
    network = () => basic('two');
    expect(await text(handle(path))).toBe('two');
    await Promise.all(later);
    network = lost;
    expect(await text(handle(path))).toBe('two');
  }
});

test('caches a late response for the next time', async () => {
  network = () => basic('old');
  await text(handle('/remotes.json'));
  network = () => new Promise((resolve) => setTimeout(() => resolve(basic('new')), 10_000));
  const now = text(handle('/remotes.json'));
  await rs.advanceTimersByTimeAsync(3_000);
  expect(await now).toBe('old');
  await rs.advanceTimersByTimeAsync(7_000);
  await Promise.all(later);
  network = lost;
  expect(await text(handle('/remotes.json'))).toBe('new');
});

test('returns a bad response and never caches it', async () => {
  const bad = [
    basic('<html>', html),
    basic('', { status: 404 }),
    basic('', { status: 206 }),
    basic('', { status: 500 }),
    basic('', { type: 'opaque' }),
    basic('', { type: 'cors' }),
    basic('', { redirected: true }),
  ];
  for (const given of bad)
    for (const path of [FILE, '/config.json', '/brands/a/terms.txt']) {
      network = () => given;
      expect(await handle(path)).toBe(given);
    }
  await Promise.all(later);
  expect(cache.paths()).toEqual([]);
});

const cacheTamperedFile = () => cache.put(FILE, basic('tampered'));

test('replaces a tampered cached file with the one from the network', async () => {
  await cacheTamperedFile();
  expect(await text(handle(FILE))).toBe('fresh');
  await Promise.all(later);
  network = lost;
  expect(await text(handle(FILE))).toBe('fresh');
});

test('does not serve a tampered cached file when the network is gone', async () => {
  await cacheTamperedFile();
  network = lost;
  await expect(handle(FILE)).rejects.toThrow('Failed to fetch');
});

test('never caches a file if its bytes do not match the hash of its tag', async () => {
  network = () => basic('tampered');
  await text(handle(FILE));
  await Promise.all(later);
  expect(cache.paths()).toEqual([]);
});

test.each(['', 'sha256-%%%', 'sha384-', 'md5-x'])(
  'serves no cached file to a request with the unusable hash %j',
  async (integrity) => {
    await cache.put(FILE, basic('tampered'));
    const given = await handle(FILE, { integrity });
    expect(await given?.text()).not.toBe('tampered');
    await Promise.all(later);
    expect(await (await cache.match(FILE))?.text()).toBe('tampered');
  },
);

test('fetches without the cache, and does not create it again, once the page has deleted it', async () => {
  const open = rs.fn();
  rs.stubGlobal('caches', { has: async () => false, open, match: async () => undefined });
  expect(await text(handle(FILE, { integrity: INTEGRITY }))).toBe('fresh');
  await Promise.all(later);
  expect(open).not.toHaveBeenCalled();
});

test('does not create the cache again if the page deletes it while a file is being cached', async () => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_: string, steps: () => Promise<unknown>) => {
    last = last.then(steps);
    return last;
  };
  rs.stubGlobal('navigator', { locks: { request }, serviceWorker: { getRegistrations: async () => [] } });
  let removed: Promise<void> | undefined;
  let exists = true;
  rs.stubGlobal('caches', {
    async has() {
      const existed = exists;
      removed = updateOfflineCache(false, true, () => undefined);
      // Long enough for a removal that doesn't wait.
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
      return existed;
    },
    async open() {
      exists = true;
      return cache;
    },
    async delete() {
      exists = false;
      return true;
    },
    match: async () => undefined,
  });
  await handle(FILE, { integrity: INTEGRITY });
  await Promise.all(later);
  await removed;
  expect(exists).toBe(false);
});
