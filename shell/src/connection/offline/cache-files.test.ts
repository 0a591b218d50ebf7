import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { cacheFile, type FileCache, isComplete } from './cache-files.ts';
import { FakeCache } from './fake-cache.testing.ts';
import { recordAddedHashes } from './loaded-hashes.ts';

const FILE = '/static/js/index.0123456789.js';
/** Hash of `fresh`, the body of every fake response. */
const INTEGRITY = 'sha256-0JirXkS5qrt1X3bYBlmPQ1c8Zis15KLqseMS7JrRleI=';

let cache: FakeCache & FileCache;
let fetched: [path: string, init: RequestInit][];
beforeEach(() => {
  cache = Object.assign(new FakeCache(), { match: FakeCache.prototype.match });
  fetched = [];
  rs.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    fetched.push([path, init]);
    const response = new Response('fresh', { headers: { 'content-type': 'text/javascript' } });
    Object.defineProperty(response, 'type', { value: 'basic' });
    return response;
  });
});
afterEach(() => {
  document.head.replaceChildren();
  rs.unstubAllGlobals();
});

function tag(path: string, integrity: string) {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.setAttribute('integrity', integrity);
  link.href = path;
  document.head.append(link);
  return link;
}
const page = (script: string) => `<html><head>${script}</head></html>`;
const SCRIPT = `<script defer src="${FILE}" integrity="${INTEGRITY}" crossorigin="anonymous"></script>`;

test('fetches and caches a file with the hash of its tag', async () => {
  tag(FILE, INTEGRITY);
  await cacheFile(cache, FILE);
  expect(fetched).toEqual([[FILE, { cache: 'force-cache', integrity: INTEGRITY }]]);
  await cacheFile(cache, FILE);
  expect(fetched).toHaveLength(1);
});

test('leaves a file to the next visit when the connection ends within its body, but reports a full disk', async () => {
  const failing = (name: string) => ({
    ...cache,
    match: async () => undefined,
    put: () => Promise.reject(new DOMException('', name)),
  });
  await cacheFile(failing('NetworkError'), '/config.json');
  await expect(cacheFile(failing('QuotaExceededError'), '/config.json')).rejects.toThrow(DOMException);
});

test('replaces a tampered cached file', async () => {
  tag(FILE, INTEGRITY);
  await cache.put(FILE, new Response('tampered'));
  await cacheFile(cache, FILE);
  expect(await (await cache.match(FILE))?.text()).toBe('fresh');
});

test('neither fetches nor caches an immutable file without a known hash', async () => {
  for (const path of ['/remotes/sites/0.1.0-aa/static/assets/worker.mjs', '/static/js/async/a.0123456789.js'])
    await cacheFile(cache, path);
  expect(fetched).toEqual([]);
  await cacheFile(cache, '/config.json');
  expect(cache.paths()).toEqual(['/config.json']);
});

test('remembers the hash of a script that was removed after it ran', async () => {
  recordAddedHashes();
  const path = '/static/js/async/b.0123456789.js';
  tag(path, INTEGRITY).remove();
  await new Promise((resolve) => setTimeout(resolve));
  await cacheFile(cache, path);
  expect(cache.paths()).toEqual([path]);
});

test('accepts a page as complete when each of its files is cached and intact', async () => {
  tag(FILE, INTEGRITY);
  expect(await isComplete(cache, page(SCRIPT))).toBe(false);
  await cacheFile(cache, FILE);
  expect(await isComplete(cache, page(SCRIPT))).toBe(true);
  await cache.put(FILE, new Response('tampered'));
  expect(await isComplete(cache, page(SCRIPT))).toBe(false);
});

test.each([
  ['an inline script', `${SCRIPT}<script>steal()</script>`],
  ['a script of another origin', `${SCRIPT}<script src="https://evil.example/x.js"></script>`],
  ['a script without a hash', `<script src="${FILE}"></script>`],
  ['a script with a hash that checks nothing', `<script src="${FILE}" integrity="x"></script>`],
  ['another hash than the page ran with', SCRIPT.replace(INTEGRITY, `sha256-${'A'.repeat(43)}=`)],
])('does not keep a page with %s', async (_, script) => {
  tag(FILE, INTEGRITY);
  await cacheFile(cache, FILE);
  expect(await isComplete(cache, page(script))).toBe(false);
});
