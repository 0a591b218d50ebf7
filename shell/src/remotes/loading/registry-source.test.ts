import { afterEach, expect, rs, test } from '@rstest/core';
import { defineSlot, fillSlot, type RunnableRemote } from '@shared/contract';
import { type RegistryEntry, RemoteScreen } from '@shared/registry';
import type { ReadRegistry } from '../registry/browser-registry.ts';
import { fakeEntry, fakeFile, fakeVersion } from '../registry/fake-registry.testing.ts';
import { pickVersion } from '../registry/pick-version.ts';
import { registrySource } from './registry-source.ts';
import type { RemoteSource } from './remote-source.ts';

const Statement = () => 'statement';
const wallet: RunnableRemote = {
  name: 'wallet',
  routes: ['extract', 'vehicles-list'].map((path) => ({
    path,
    lazy: async () => ({ Component: Statement }),
  })),
  fills: [fillSlot(defineSlot('start.coupons'), async () => ({ Component: Statement }))],
};
const registry: ReadRegistry = {
  refused: [],
  remotes: [fakeEntry({ version: 'v1', fills: ['start.coupons'] })],
};

afterEach(() => {
  rs.restoreAllMocks();
});

/** Loads the screen at a path. */
const screenAt = async (remotes: RemoteSource, path: string) =>
  (await (await remotes.remoteAt(path))?.load())?.Component;

function source(responses: (ReadRegistry | Error)[]) {
  const requests: boolean[] = [];
  const loaded: string[] = [];
  const preloaded: string[] = [];
  const counted: string[] = [];
  return {
    counted,
    requests,
    loaded,
    preloaded,
    source: registrySource({
      report: () => undefined,
      wait: async () => undefined,
      preload: (files) => preloaded.push(...files.map(({ url }) => url)),
      count: (outcome, { version, screen }) => counted.push(`${outcome} ${version} ${screen}`),
      load: async (name, { version }) => {
        loaded.push(name);
        if (version === 'broken') throw new Error('down');
        return wallet;
      },
      fetchRegistry: async (fresh) => {
        requests.push(fresh);
        const response = responses[Math.min(requests.length, responses.length) - 1];
        if (response instanceof Error || !response) throw response;
        return response;
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

test('finds the remote that owns the path without loading it, and loads it once', async () => {
  const { source: remotes, loaded } = source([registry]);
  expect(await remotes.remoteAt('vehicles-list')).toBeUndefined();
  const found = await remotes.remoteAt('extract');
  expect(found?.name).toBe('wallet');
  expect(loaded).toEqual([]);
  await found?.load();
  expect(loaded).toEqual(['wallet']);
});

test("finds a remote's route without loading it, and no screen at a path that has no route", async () => {
  const routes = ['extract', 'extract/recharge/:id', 'extract/*'];
  const named = fakeEntry({ version: 'v1', routes });
  const { source: remotes } = source([{ refused: [], remotes: [named] }]);
  expect((await remotes.remoteAt('extract'))?.path).toBe('extract');
  expect((await remotes.remoteAt('extract/recharge/a%2Fb'))?.path).toBe('extract/recharge/:id');
  expect((await remotes.remoteAt('extract/other'))?.path).toBe('extract/*');

  const withoutOthers = fakeEntry({ version: 'v1', routes: ['extract'] });
  const { source: fewer, loaded } = source([{ refused: [], remotes: [withoutOthers] }]);
  expect(await fewer.remoteAt('extract/other')).toBeUndefined();
  expect(loaded).toEqual([]);
});

test('loads no screen at a path that a remote of an earlier build has no route for', async () => {
  const { source: remotes, counted } = source([registry]);
  const found = await remotes.remoteAt('extract/other');
  expect(found?.path).toBe('extract');
  expect(await found?.load()).toBeUndefined();
  expect(counted).toEqual([]);
});

test('preloads all files that a screen needs, if its version fits the contract', async () => {
  const entry = fakeEntry({ version: 'v1', segments: ['extract'] });
  const preload = { '*': [fakeFile('v1/remote.js')], 'extract/recharge': [fakeFile('v1/receipt.js')] };
  const fitting = source([{ refused: [], remotes: [{ ...entry, live: { ...entry.live, preload } }] }]);
  await screenAt(fitting.source, 'extract/recharge/7');
  expect(fitting.preloaded).toEqual([
    '/remotes/v1/entry.js',
    '/remotes/v1/remote.js',
    '/remotes/v1/receipt.js',
  ]);

  const other = source([
    { refused: [], remotes: [{ ...entry, live: { ...entry.live, preload, contract: '^99.0.0' } }] },
  ]);
  await expect(screenAt(other.source, 'extract')).rejects.toThrow();
  expect(other.preloaded).toEqual([]);
});

test('returns the screen of a route and the component of a slot', async () => {
  const { source: remotes } = source([registry]);
  expect(await screenAt(remotes, 'extract')).toBe(Statement);
  expect(await remotes.slot('start.coupons')).toBe(Statement);
  expect(await remotes.slot('home.activeRecharges')).toBeUndefined();
});

test('fills a slot that only remotes define', async () => {
  const banner = defineSlot<{ siteId: string }>('promotions.banner');
  const Banner = ({ siteId }: { siteId: string }) => siteId;
  const promotions = { ...wallet, fills: [fillSlot(banner, async () => ({ Component: Banner }))] };
  const remotes = registrySource({
    report: () => undefined,
    wait: async () => undefined,
    preload: () => undefined,
    count: () => undefined,
    load: async () => promotions,
    fetchRegistry: async () => ({
      refused: [],
      remotes: [fakeEntry({ version: 'v1', fills: ['promotions.banner'] })],
    }),
  });
  expect(await remotes.slot('promotions.banner')).toBe(Banner);
  expect(await remotes.slot('promotions.other')).toBeUndefined();
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
  const versions: Record<string, RunnableRemote> = {
    v2: { ...wallet, routes: [{ path: 'extract', lazy: () => Promise.reject(new Error('down')) }] },
    v1: { ...wallet, routes: [] },
  };
  const remotes = registrySource({
    report: () => undefined,
    wait: async () => undefined,
    preload: () => undefined,
    count: () => undefined,
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
  await screenAt(remotes, 'extract');
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
    count: () => undefined,
    load: async (_, { version }) => {
      if (version === 'v2') throw new Error('cut off');
      return wallet;
    },
    fetchRegistry: (() => {
      const fit = { refused: [], remotes: [entry] };
      const responses = [fit, fit, unfit];
      return async () => responses.shift() ?? unfit;
    })(),
  });
  expect(await screenAt(remotes, 'extract')).toBe(Statement);
  expect(await remotes.newer('extract')).toMatchObject({ url: '/remotes/v2/entry.js' });
  expect(await remotes.newer('extract')).toBeUndefined();
});

test("fails only at a refused entry's own paths, and reads the registry again on a retry", async () => {
  const bad = {
    name: 'account',
    screens: [RemoteScreen.parse({ segment: 'vehicles-list' })],
    reason: 'live.entry.integrity: Invalid input',
  };
  const fixed = fakeEntry({ version: 'v1', segments: ['vehicles-list'] });
  const { source: remotes, loaded } = source([
    { ...registry, refused: [bad] },
    { refused: [], remotes: [...registry.remotes, fixed] },
  ]);
  expect(await screenAt(remotes, 'extract')).toBe(Statement);
  expect((await remotes.screenTable()).has('vehicles-list')).toBe(true);
  await expect(remotes.remoteAt('vehicles-list')).rejects.toThrow('live.entry.integrity');
  expect(loaded).toEqual(['wallet']);
  expect((await remotes.remoteAt('vehicles-list'))?.name).toBe('wallet');
  expect(await remotes.remoteAt('vehicles')).toBeUndefined();
});

test('reports the candidate that this browser runs as newer than the live version', async () => {
  const candidate = { release: fakeVersion({ version: 'v2' }), traffic: 99 };
  const picked = pickVersion({ ...fakeEntry({ version: 'v1' }), candidate }, '1');
  const { source: remotes } = source([registry, { refused: [], remotes: [picked] }]);
  await screenAt(remotes, 'extract');
  expect(await remotes.newer('extract')).toMatchObject({ url: '/remotes/v2/entry.js' });
});

test('counts opened screens, slots, and versions that failed to load or to render', async () => {
  const fills = ['start.coupons'];
  const entry = fakeEntry({ version: 'broken', fills }, { version: 'v1', fills });
  const { source: remotes, counted } = source([{ refused: [], remotes: [entry] }]);
  const screen = await screenAt(remotes, 'extract');
  await remotes.slot('start.coupons');
  if (screen) remotes.failed(screen, new Error('thrown'), 'screen extract');
  remotes.report(new Error('thrown'), 'shell');
  expect(counted).toEqual([
    'loadFailed broken screen extract',
    'opened v1 screen extract',
    'loadFailed broken slot start.coupons',
    'opened v1 slot start.coupons',
    'renderFailed v1 screen extract',
  ]);
});

/** Opens a screen, lets the registry become stale, and opens it twice more. */
async function versionsOver(first: RegistryEntry, later: RegistryEntry[]) {
  let now = performance.now();
  rs.spyOn(performance, 'now').mockImplementation(() => now);
  const {
    source: remotes,
    counted,
    requests,
  } = source([
    { refused: [], remotes: [first] },
    { refused: [], remotes: later },
  ]);
  const open = () => screenAt(remotes, 'extract');
  await open();
  now += 30_000;
  await open();
  expect(requests).toEqual([false]);
  now += 60_000;
  await open();
  await open();
  expect(requests).toEqual([false, true]);
  return counted.map((line) => line.split(' ')[1]);
}

test('reads the registry again after a minute, and then stops running a withdrawn version', async () => {
  const withdrawn = fakeEntry({ version: 'v1' });
  const versions = await versionsOver(fakeEntry({ version: 'v2' }, { version: 'v1' }), [withdrawn]);
  expect(versions).toEqual(['v2', 'v2', 'v1', 'v1']);
});

test('keeps the running version when another one is published, and when the registry names none', async () => {
  const first = fakeEntry({ version: 'v1' });
  const published = fakeEntry({ version: 'v2' }, { version: 'v1' });
  expect(await versionsOver(first, [published])).toEqual(['v1', 'v1', 'v1', 'v1']);
  expect(await versionsOver(first, [])).toEqual(['v1', 'v1', 'v1', 'v1']);
});

test('returns the team that owns a remote once the registry is read', async () => {
  const entry = fakeEntry({ version: 'v1' });
  const owner = { team: 'Carteira', contact: '#carteira' };
  const { source: remotes } = source([
    { refused: [], remotes: [{ ...entry, live: { ...entry.live, owner } }] },
  ]);
  await remotes.remoteAt('extract');
  expect(remotes.teamOf('wallet')).toBe('Carteira');
  expect(remotes.teamOf('account')).toBeUndefined();
});
