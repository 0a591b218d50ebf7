import { afterEach, expect, rs, test } from '@rstest/core';
import type { ScreenTable } from '@shared/contract';
import { screenTableOf } from '@shared/registry';
import { waitFor } from '@testing-library/react';
import { placeText } from '../../errors/report.ts';
import type { ReadRegistry } from './browser-registry.ts';
import { currentRegistry } from './current-registry.ts';
import { fakeEntry } from './fake-registry.testing.ts';

const MINUTE = 60_000;
const registryOf = (...remotes: ReadRegistry['remotes']): ReadRegistry => ({ remotes, refused: [] });
const v1 = registryOf(fakeEntry({ version: 'v1' }));
const v2 = registryOf(fakeEntry({ version: 'v2' }, { version: 'v1' }));
const liveOf = ({ remotes }: ReadRegistry) => remotes[0]?.live.version;

afterEach(() => {
  rs.restoreAllMocks();
});

/** Opens a page that gets these responses to its registry requests; the last one repeats. */
function page(
  responses: (ReadRegistry | Error | Promise<ReadRegistry>)[],
  running = new Map<string, string>(),
) {
  let now = performance.now();
  rs.spyOn(performance, 'now').mockImplementation(() => now);
  const requests: [fresh: boolean, known: string | undefined][] = [];
  const reports: string[] = [];
  const places: string[] = [];
  const registry = currentRegistry(
    {
      report(error, where) {
        reports.push(String(error));
        places.push(placeText(where));
      },
      async fetchRegistry(fresh, known) {
        requests.push([fresh, known && liveOf(known)]);
        const response = responses[Math.min(requests.length, responses.length) - 1];
        if (response instanceof Error || !response) throw response;
        return response;
      },
    },
    running,
  );
  return {
    registry,
    requests,
    reports,
    places,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('waits for a newer registry once the known one is a minute old', async () => {
  const { registry, requests, pass } = page([v1, v2]);
  expect(liveOf(await registry.read())).toBe('v1');
  pass(MINUTE - 1);
  expect(liveOf(await registry.read())).toBe('v1');
  pass(2);
  const both = await Promise.all([registry.read(), registry.read()]);
  expect(both.map(liveOf)).toEqual(['v2', 'v2']);
  expect(requests).toEqual([
    [false, undefined],
    [true, 'v1'],
  ]);
});

test('uses the known registry while a newer one takes more than half a second', async () => {
  const late = Promise.withResolvers<ReadRegistry>();
  const { registry, pass } = page([v1, late.promise]);
  await registry.read();
  pass(MINUTE + 1);
  expect(liveOf(await registry.read())).toBe('v1');
  late.resolve(v2);
  await late.promise;
  expect(liveOf(await registry.read())).toBe('v2');
});

test("uses the known registry when it can't be read again, and tries again after a minute", async () => {
  const { registry, requests, reports, pass } = page([v1, new Error('down'), v2]);
  await registry.read();
  pass(MINUTE + 1);
  expect(liveOf(await registry.read())).toBe('v1');
  expect(liveOf(await registry.read())).toBe('v1');
  expect(requests).toHaveLength(2);
  pass(MINUTE + 1);
  expect(liveOf(await registry.read())).toBe('v2');
  expect(reports).toEqual([]);
});

test('retries a failed registry request once, for all readers together', async () => {
  const { registry, requests, reports, pass } = page([new Error('down'), v1]);
  pass(2 * MINUTE);
  const both = await Promise.all([registry.read(), registry.read()]);
  expect(both.map(liveOf)).toEqual(['v1', 'v1']);
  expect(requests).toHaveLength(2);
  expect(reports).toEqual(['Error: down']);
});

test('waits for the next registry without a limit once the known one is expired', async () => {
  const late = Promise.withResolvers<ReadRegistry>();
  const { registry } = page([v1, late.promise]);
  await registry.read();
  registry.expire();
  const read = registry.read();
  setTimeout(() => late.resolve(v2), 600);
  expect(liveOf(await read)).toBe('v2');
});

test.each([
  ['stale', (page: { pass: (ms: number) => void }) => page.pass(MINUTE + 1)],
  ['expired', (page: { registry: { expire: () => void } }) => page.registry.expire()],
])('keeps the running version first when a registry that is %s is read again', async (_, age) => {
  const opened = page([v1, v2], new Map([['wallet', 'v1']]));
  await opened.registry.read();
  age(opened);
  const { remotes } = await opened.registry.read();
  expect(remotes.map(({ live, previous }) => [live.version, previous?.version])).toEqual([['v1', 'v2']]);
});

test('reports both remotes that claim one screen, once', async () => {
  const other = { ...fakeEntry({ version: 'v7', segments: ['coupons', 'extract'] }), name: 'account' };
  const contested = registryOf(fakeEntry({ version: 'v1' }), other);
  const { registry, reports, places, pass } = page([contested]);
  await registry.read();
  pass(MINUTE + 1);
  await registry.read();
  await waitFor(() => expect(reports).toHaveLength(2));
  expect(reports).toEqual([
    'Error: account claims the screen extract of this remote as well',
    'Error: wallet claims the screen extract of this remote as well',
  ]);
  expect(places).toEqual(['remote wallet v1', 'remote account v7']);
});

test('reports two entries of the same name that claim one screen', async () => {
  const twice = registryOf(fakeEntry({ version: 'v1' }), fakeEntry({ version: 'v2' }));
  const { registry, reports, places } = page([twice]);
  await registry.read();
  await waitFor(() => expect(reports).toHaveLength(2));
  expect(places).toEqual(['remote wallet v1', 'remote wallet v2']);
});

test('announces the screens of each registry that it reads', async () => {
  const later = registryOf(fakeEntry({ version: 'v1', segments: ['extract', 'promocoes'] }));
  const { registry, pass } = page([v1, later]);
  const announced: ScreenTable[] = [];
  registry.watchScreenTable((screens) => announced.push(screens));
  await registry.read();
  pass(MINUTE + 1);
  await registry.read();
  expect(announced).toEqual([screenTableOf(v1), screenTableOf(later)]);
});

test('keeps the known entry of a remote when a registry names only versions for another shell', async () => {
  const other = { contract: '^999.0.0', segments: ['promocoes'] };
  const next = registryOf(fakeEntry({ version: 'v2', ...other }, { version: 'v3', ...other }));
  const { registry, pass } = page([v1, next], new Map([['wallet', 'v1']]));
  await registry.read();
  const announced: ScreenTable[] = [];
  registry.watchScreenTable((screens) => announced.push(screens));
  pass(MINUTE + 1);
  expect((await registry.read()).remotes).toMatchObject(v1.remotes);
  expect(announced).toEqual([screenTableOf(v1)]);
});

test('uses the new entry when one of its versions fits this shell, or the remote is new', async () => {
  const later = registryOf(fakeEntry({ version: 'v2', contract: '^999.0.0' }, { version: 'v1' }));
  const { registry, pass } = page([registryOf(), later, v1, later]);
  await registry.read();
  for (const expected of ['v2', 'v1', 'v2']) {
    pass(MINUTE + 1);
    expect(liveOf(await registry.read())).toBe(expected);
  }
});

test('aims candidates at the path of the screen that opens, also in a registry that is read later', async () => {
  const aimed = fakeEntry({ version: 'v3' }, { version: 'v1' });
  const aim: ReadRegistry['aim'] = (remotes, path) => (path === 'charger/18' ? [aimed] : [...remotes]);
  const { registry } = page([{ ...v1, aim }]);
  expect(liveOf(await registry.read(''))).toBe('v1');
  expect(liveOf(await registry.read('charger/18'))).toBe('v3');
  // A slot of that screen, and what a board compares itself with.
  expect(liveOf(await registry.read())).toBe('v3');
  expect(liveOf(registry.known() ?? registryOf())).toBe('v3');
  expect(liveOf(await registry.fetchLatest())).toBe('v3');
  expect(liveOf(await registry.read('extract'))).toBe('v1');
});
