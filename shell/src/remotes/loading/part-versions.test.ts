/** Which version each part of a remote is loaded from, and how the outcome is counted. */
import { expect, test } from '@rstest/core';
import { defineSlot, fillSlot, type RunnableRemote } from '@shared/contract';
import type { RegistryEntry } from '@shared/registry';
import { fakeEntry } from '../registry/fake-registry.testing.ts';
import { registrySource } from './registry-source.ts';

const coupons = defineSlot('start.coupons');
const down = () => Promise.reject(new Error('down'));
/** A new component at each call, since each version has its own. */
const working = async () => ({ Component: () => 'statement' });
const FILLS = [coupons.name];

/** Returns a page with these versions of the wallet. */
function page(entry: RegistryEntry, versions: Record<string, Partial<RunnableRemote> | undefined>) {
  const counted: string[] = [];
  const loaded: string[] = [];
  const source = registrySource({
    report: () => undefined,
    wait: async () => undefined,
    preload: () => undefined,
    count: (outcome, { version, screen }) => counted.push(`${outcome} ${version} ${screen}`),
    load: async (name, { version }) => {
      loaded.push(version);
      const remote = versions[version];
      return remote ? { name, routes: [], ...remote } : down();
    },
    fetchRegistry: async () => ({ remotes: [entry], refused: [] }),
  });
  const open = async () => (await (await source.remoteAt('extract'))?.load())?.Component;
  return { source, counted, loaded, open };
}
const route = (lazy: RunnableRemote['routes'][number]['lazy']) => ({ routes: [{ path: 'extract', lazy }] });

test("doesn't count a failure of the previous version if it lacks the route", async () => {
  const { open, counted } = page(fakeEntry({ version: 'v2' }, { version: 'v1' }), {
    v2: route(down),
    v1: {},
  });
  await expect(open()).rejects.toThrow("wallet has no route 'extract'");
  expect(counted).toEqual(['loadFailed v2 screen extract']);
});

test("renders the previous version's own route at the path", async () => {
  const Previous = () => 'statement';
  const entry = fakeEntry({ version: 'v2', routes: ['extract/:id'] }, { version: 'v1' });
  const { source } = page(entry, {
    v2: { routes: [{ path: 'extract/:id', lazy: down }] },
    v1: { routes: [{ path: 'extract/:number', lazy: async () => ({ Component: Previous }) }] },
  });
  const match = await source.remoteAt('extract/7');
  expect(match?.path).toBe('extract/:id');
  const screen = await match?.load();
  expect(screen).toMatchObject({ path: 'extract/:number', Component: Previous });
  expect(screen?.isAt('extract/8')).toBe(true);
  expect(screen?.isAt('extract/8/9')).toBe(false);
});

test.each([
  ['an earlier build', undefined],
  ['a build that names its routes', ['extract/new']],
])(
  "doesn't render the previous version's catch-all route in place of the screen of %s",
  async (_, routes) => {
    const { source } = page(fakeEntry({ version: 'v2', routes }, { version: 'v1' }), {
      v2: { routes: [{ path: 'extract/new', lazy: down }] },
      v1: { routes: [{ path: 'extract/*', lazy: working }] },
    });
    const match = await source.remoteAt('extract/new');
    await expect(match?.load()).rejects.toThrow("wallet has no route 'extract/new'");
  },
);

test("fails instead of redirecting when the version that names the route doesn't load", async () => {
  const entry = fakeEntry({ version: 'v2', routes: ['extract/new'] }, { version: 'v1' });
  const { source, loaded } = page(entry, { v1: { routes: [{ path: 'extract', lazy: working }] } });
  const match = await source.remoteAt('extract/new');
  await expect(match?.load()).rejects.toThrow("wallet has no route 'extract/new'");
  expect(loaded).toEqual(['v2', 'v2', 'v1']);
});

test('fails instead of redirecting when only the version that failed to render has the route', async () => {
  const { source, open } = page(fakeEntry({ version: 'v2' }, { version: 'v1' }), {
    v2: route(working),
    v1: {},
  });
  const screen = await open();
  if (screen) source.failed(screen, new Error('thrown'), 'screen extract');
  await expect(open()).rejects.toThrow("wallet has no route 'extract'");
  expect(await open()).toBeDefined();
});

test('never loads a previous version that lacks the screen, and fails instead of redirecting', async () => {
  const entry = fakeEntry({ version: 'v2' }, { version: 'v1', segments: ['other'] });
  const { open, counted, loaded } = page(entry, { v1: {} });
  await expect(open()).rejects.toThrow('remote wallet: Error: down');
  expect(counted).toEqual(['loadFailed v2 screen extract']);
  expect(loaded).toEqual(['v2', 'v2']);
});

test("never loads a previous version that doesn't fill the slot", async () => {
  const { source, counted, loaded } = page(fakeEntry({ version: 'v2', fills: FILLS }, { version: 'v1' }), {
    v1: {},
  });
  await expect(source.slot(coupons.name)).rejects.toThrow('down');
  expect(counted).toEqual(['loadFailed v2 slot start.coupons']);
  expect(loaded).toEqual(['v2', 'v2']);
});

test("a slot that falls back doesn't change the version of the screens", async () => {
  const fills = (lazy: typeof working) => ({ ...route(working), fills: [fillSlot(coupons, lazy)] });
  const entry = fakeEntry({ version: 'v2', fills: FILLS }, { version: 'v1', fills: FILLS });
  const { source, open, counted } = page(entry, { v2: fills(down), v1: fills(working) });
  await source.slot(coupons.name);
  expect(source.running?.get('wallet')).toBeUndefined();
  await open();
  await source.slot(coupons.name);
  expect(source.running?.get('wallet')).toBe('v2');
  expect(counted.filter((line) => line.startsWith('opened'))).toEqual([
    'opened v1 slot start.coupons',
    'opened v2 screen extract',
    'opened v1 slot start.coupons',
  ]);
});

test("a board isn't reloaded for a version that failed to render on it", async () => {
  const { source, open } = page(fakeEntry({ version: 'v2' }, { version: 'v1' }), {
    v2: route(working),
    v1: route(working),
  });
  const screen = await open();
  if (screen) source.failed(screen, new Error('thrown'), 'screen extract');
  await open();
  expect(source.running?.get('wallet')).toBe('v1');
  expect(await source.newer('extract')).toBeUndefined();
});
