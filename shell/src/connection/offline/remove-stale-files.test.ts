import { beforeEach, expect, rs, test } from '@rstest/core';
import { readStoredRegistry, storeRegistry } from '../../remotes/registry/stored-registry.ts';
import { FakeCache } from './fake-cache.testing.ts';
import { removeStaleFiles } from './remove-stale-files.ts';

const version = (name: string) => ({
  version: name,
  entry: { url: '/remotes/sites/entry.js', integrity: `sha256-${'A'.repeat(43)}=` },
  contract: '^1.0.0',
  screens: [],
  preload: {},
});
const registry = {
  remotes: [
    {
      name: 'sites',
      live: version('0.1.0-bb'),
      previous: version('0.1.0-aa'),
      candidate: { release: version('0.1.0-cc'), traffic: 5 },
    },
  ],
};
const OLD_REMOTES = ['/remotes/gone/0.1.0-aa/entry.js', '/remotes/sites/0.0.9-00/entry.js'];
const REMOTES = [
  '/remotes/sites/0.1.0-aa/entry.js',
  '/remotes/sites/0.1.0-bb/entry.js',
  '/remotes/sites/0.1.0-cc/entry.js',
];
const STATIC = ['/static/js/index.0000000000.js', '/static/js/index.1111111111.js'];
const DATA = ['/', '/brands/a/icon.svg'];

let cache: FakeCache;
beforeEach(async () => {
  cache = new FakeCache();
  for (const path of [...OLD_REMOTES, ...REMOTES, ...STATIC, ...DATA]) await cache.put(path, new Response());
  await cache.put('/remotes.json', Response.json(registry));
});
const pathsAfterRemoval = async (ofNewPage?: Set<string>) => {
  await removeStaleFiles(cache, ofNewPage, readStoredRegistry);
  return cache.paths();
};
const sorted = (...paths: string[]) => ['/remotes.json', ...paths].sort();

test('removes versions that the registry no longer names, and keeps the live, previous and candidate versions', async () => {
  expect(await pathsAfterRemoval()).toEqual(sorted(...REMOTES, ...STATIC, ...DATA));
});

test("removes the old page's files when the shell's page has changed", async () => {
  expect(await pathsAfterRemoval(new Set([STATIC[1] ?? '']))).toEqual(
    sorted(...REMOTES, STATIC[1] ?? '', ...DATA),
  );
});

test("removes nothing if the registry can't be read", async () => {
  await cache.put('/remotes.json', Response.json({ remotes: 'all' }));
  expect(await pathsAfterRemoval()).toEqual(sorted(...OLD_REMOTES, ...REMOTES, ...STATIC, ...DATA));
});

test('keeps the versions of the accepted registry while the cached one is refused', async () => {
  rs.stubEnv('REMOTES_PUBLIC_KEY', 'key');
  storeRegistry({ signed: JSON.stringify(registry), signature: '' });
  await cache.put('/remotes.json', Response.json({ remotes: [] }));
  expect(await pathsAfterRemoval()).toEqual(sorted(...REMOTES, ...STATIC, ...DATA));
  rs.unstubAllEnvs();
});
