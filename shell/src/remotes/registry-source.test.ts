import { expect, test } from '@rstest/core';
import { defineRemote, type Remote } from '@shared/contract';
import { fakeEntry, fakeFile } from './fake-registry.ts';
import type { ReadRegistry } from './registry.ts';
import { registrySource } from './registry-source.ts';
import type { RemoteSource } from './remote-source.ts';

const Statement = () => 'statement';
const wallet = defineRemote({
  name: 'wallet',
  segments: ['extract'],
  routes: [{ path: 'extract', lazy: async () => ({ Component: Statement }) }],
  slots: { 'start.coupons': async () => ({ Component: Statement }) },
});
const registry: ReadRegistry = {
  refused: [],
  remotes: [fakeEntry({ version: 'v1', segments: ['extract'], slots: ['start.coupons'] })],
};

/** Loads the screen of the first route of the remote at a path. */
const screenAt = async (remotes: RemoteSource, path: string) =>
  (await remotes.remoteAt(path))?.routes[0]?.load();

function source(answers: (ReadRegistry | Error)[]) {
  const requests: boolean[] = [];
  const loaded: string[] = [];
  const preloaded: string[] = [];
  return {
    requests,
    loaded,
    preloaded,
    source: registrySource({
      report: () => undefined,
      wait: async () => undefined,
      preload: (files) => preloaded.push(...files.map(({ url }) => url)),
      load: async (name) => {
        loaded.push(name);
        return wallet;
      },
      fetchRegistry: async (fresh) => {
        requests.push(fresh);
        const answer = answers[Math.min(requests.length, answers.length) - 1];
        if (answer instanceof Error || !answer) throw answer;
        return answer;
      },
    }),
  };
}

test('requests the registry at once, and only once', async () => {
  const { source: remotes, requests } = source([registry]);
  expect(requests).toEqual([false]);
  await remotes.remoteAt('extract');
  await screenAt(remotes, 'extract');
  expect(requests).toEqual([false]);
});

test('loads only the remote that owns the path', async () => {
  const { source: remotes, loaded } = source([registry]);
  expect(await remotes.remoteAt('vehicles-list')).toBeUndefined();
  expect(loaded).toEqual([]);
  expect((await remotes.remoteAt('extract'))?.name).toBe('wallet');
  expect(loaded).toEqual(['wallet']);
});

test('preloads all files that a screen needs, if its version fits the contract', async () => {
  const entry = fakeEntry({ version: 'v1', segments: ['extract'] });
  const preload = { '*': [fakeFile('v1/remote.js')], 'extract/recharge': [fakeFile('v1/receipt.js')] };
  const fitting = source([{ refused: [], remotes: [{ ...entry, live: { ...entry.live, preload } }] }]);
  await fitting.source.remoteAt('extract/recharge/7');
  expect(fitting.preloaded).toEqual([
    '/remotes/v1/entry.js',
    '/remotes/v1/remote.js',
    '/remotes/v1/receipt.js',
  ]);

  const other = source([
    { refused: [], remotes: [{ ...entry, live: { ...entry.live, preload, contract: '^99.0.0' } }] },
  ]);
  await expect(other.source.remoteAt('extract')).rejects.toThrow();
  expect(other.preloaded).toEqual([]);
});

test('returns the screen of a route and the component of a slot', async () => {
  const { source: remotes } = source([registry]);
  expect(await screenAt(remotes, 'extract')).toBe(Statement);
  expect(await remotes.slot('start.coupons')).toBe(Statement);
  expect(await remotes.slot('home.activeRecharges')).toBeUndefined();
});

test('requests a failed registry again, past the cache', async () => {
  const { source: remotes, requests } = source([new Error('down'), registry]);
  expect((await remotes.remoteAt('extract'))?.name).toBe('wallet');
  expect(requests).toEqual([false, true]);
});

test("fails when the registry can't be fetched, and can be retried", async () => {
  const { source: remotes } = source([new Error('down'), new Error('down'), registry]);
  await expect(remotes.remoteAt('extract')).rejects.toThrow('down');
  expect((await remotes.remoteAt('extract'))?.name).toBe('wallet');
});

test("fails for a route that the remote doesn't have, instead of a blank screen", async () => {
  const versions: Record<string, Remote> = {
    v2: { ...wallet, routes: [{ path: 'extract', lazy: () => Promise.reject(new Error('down')) }] },
    v1: { ...wallet, routes: [] },
  };
  const remotes = registrySource({
    report: () => undefined,
    wait: async () => undefined,
    preload: () => undefined,
    load: async (_, { version }) => versions[version] ?? wallet,
    fetchRegistry: async () => ({
      refused: [],
      remotes: [fakeEntry({ version: 'v2' }, { version: 'v1' })],
    }),
  });
  await expect(screenAt(remotes, 'extract')).rejects.toThrow("wallet has no route 'extract'");
  expect(await remotes.remoteAt('unknown')).toBeUndefined();
});

test('reports the published version that is newer than the running one, requested past the cache', async () => {
  const next: ReadRegistry = { refused: [], remotes: [fakeEntry({ version: 'v2', segments: ['extract'] })] };
  const { source: remotes, requests } = source([registry, registry, next]);
  await remotes.remoteAt('extract');
  expect(await remotes.newer('extract')).toBeUndefined();
  expect(await remotes.newer('extract')).toMatchObject({ url: '/remotes/v2/entry.js' });
  expect(await remotes.newer('vehicles')).toBeUndefined();
  expect(requests).toEqual([false, true, true, true]);
});

test("treats a rollback as newer, but not a version that doesn't fit the contract", async () => {
  const entry = fakeEntry({ version: 'v2' }, { version: 'v1' });
  const unfit: ReadRegistry = {
    refused: [],
    remotes: [fakeEntry({ version: 'v3', contract: '^99.0.0' }, { version: 'v1' })],
  };
  const remotes = registrySource({
    report: () => undefined,
    wait: async () => undefined,
    preload: () => undefined,
    load: async (_, { version }) => {
      if (version === 'v2') throw new Error('cut off');
      return wallet;
    },
    fetchRegistry: (() => {
      const fit = { refused: [], remotes: [entry] };
      const answers = [fit, fit, unfit];
      return async () => answers.shift() ?? unfit;
    })(),
  });
  expect((await remotes.remoteAt('extract'))?.name).toBe('wallet');
  expect(await remotes.newer('extract')).toMatchObject({ url: '/remotes/v2/entry.js' });
  expect(await remotes.newer('extract')).toBeUndefined();
});

test("fails on a refused entry's own paths only, and reads them again on a retry", async () => {
  const bad = { name: 'account', segments: ['vehicles-list'], reason: 'live.entry.integrity: Invalid input' };
  const fixed = fakeEntry({ version: 'v1', segments: ['vehicles-list'] });
  const { source: remotes, loaded } = source([
    { ...registry, refused: [bad] },
    { refused: [], remotes: [...registry.remotes, fixed] },
  ]);
  expect((await remotes.remoteAt('extract'))?.name).toBe('wallet');
  expect(await remotes.serves('vehicles-list')).toBe(true);
  await expect(remotes.remoteAt('vehicles-list')).rejects.toThrow('live.entry.integrity');
  expect(loaded).toEqual(['wallet']);
  expect((await remotes.remoteAt('vehicles-list'))?.name).toBe('wallet');
  expect(await remotes.remoteAt('vehicles')).toBeUndefined();
});
