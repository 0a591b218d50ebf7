import { afterEach, expect, rs, test } from '@rstest/core';
import type { RunnableRemote } from '@shared/contract';
import { type Place, placeText } from '../../errors/report.ts';
import { fakeEntry } from '../registry/fake-registry.testing.ts';
import { loadFrom, MissingPart } from './load-remote.ts';
import { RemoteFailure } from './remote-source.ts';

const remote: RunnableRemote = { name: 'wallet', routes: [] };

/** A loader that records its calls and fails as often as given for each version. */
function loading(failures: Record<string, number>) {
  const events: string[] = [];
  const loaded: string[] = [];
  const givenUp: string[] = [];
  return {
    events,
    loaded,
    givenUp,
    wait: async () => {
      events.push('wait');
    },
    report: (_error: unknown, where: Place) => events.push(`report ${placeText(where)}`),
    onLoaded: ({ version }: { version: string }) => loaded.push(version),
    onGivenUp: ({ version }: { version: string }) => givenUp.push(version),
    load: async (_name: string, { version }: { version: string }) => {
      events.push(`load ${version}`);
      const failuresLeft = failures[version] ?? 0;
      failures[version] = failuresLeft - 1;
      if (failuresLeft > 0) throw new Error(`${version} is down`);
      return remote;
    },
  };
}

const entry = fakeEntry({ version: 'v2' }, { version: 'v1' });

afterEach(() => {
  rs.useRealTimers();
});

test('loads the live version and nothing else', async () => {
  const access = loading({});
  expect(await loadFrom(entry, (loaded) => loaded.name, access)).toBe('wallet');
  expect(access.events).toEqual(['load v2']);
});

test('tries the live version once more after a pause, and reports nothing if that succeeds', async () => {
  const access = loading({ v2: 1 });
  await loadFrom(entry, () => undefined, access);
  expect(access.events).toEqual(['load v2', 'wait', 'load v2']);
});

test('tries again at once for each file that was wrong and could be replaced', async () => {
  const access = loading({ v2: 4 });
  let wrongFiles = 3;
  await loadFrom(entry, () => undefined, { ...access, repair: async () => wrongFiles-- > 0 });
  expect(access.events).toEqual(['load v2', 'load v2', 'load v2', 'load v2', 'wait', 'load v2']);
});

test('falls back from a version that keeps failing, although its files are replaced each time', async () => {
  const access = loading({ v2: 100 });
  await loadFrom(entry, () => undefined, { ...access, repair: async () => true });
  expect(access.events.filter((event) => event.startsWith('load'))).toHaveLength(13);
  expect(access.loaded).toEqual(['v1']);
});

test('falls back to the previous version, and reports why', async () => {
  const access = loading({ v2: 2 });
  await loadFrom(entry, () => undefined, access);
  expect(access.events.filter((event) => event.startsWith('load'))).toEqual([
    'load v2',
    'load v2',
    'load v1',
  ]);
  expect(access.events.filter((event) => event.startsWith('report'))).toHaveLength(2);
});

test('fails with every reason, in order, when no version is left', async () => {
  const failure = await loadFrom(entry, () => undefined, loading({ v2: 2, v1: 2 })).catch((error) => error);
  expect(failure).toBeInstanceOf(RemoteFailure);
  expect(failure.reasons.map(String)).toEqual([
    'Error: v2 is down',
    'Error: v2 is down',
    'Error: v1 is down',
    'Error: v1 is down',
  ]);
});

test('counts a screen that fails to load as a failure of its version', async () => {
  const access = loading({});
  const screens = ['down', 'down', 'here'];
  const screen = await loadFrom(
    entry,
    async () => {
      const next = screens.shift();
      if (next === 'down') throw new Error('chunk is down');
      return next;
    },
    access,
  );
  expect(screen).toBe('here');
  expect(access.events.filter((event) => event.startsWith('load'))).toEqual([
    'load v2',
    'load v2',
    'load v1',
  ]);
});

test('never loads a version that was built for another contract', async () => {
  const access = loading({});
  await loadFrom(
    fakeEntry({ version: 'v2', contract: '^9.0.0' }, { version: 'v1' }),
    () => undefined,
    access,
  );
  expect(access.events).toEqual(['report remote wallet v2', 'load v1']);
});

test('fails when no version fits the contract', async () => {
  const access = loading({});
  const only = fakeEntry({ version: 'v2', contract: '^9.0.0' });
  await expect(loadFrom(only, () => undefined, access)).rejects.toThrow('built for contract ^9.0.0');
  expect(access.events).toEqual(['report remote wallet v2']);
});

/** A loader that waits for `settled` before it returns one version; by default forever. */
function slow(version: string, settled: Promise<void> = new Promise(() => {})) {
  const access = loading({});
  const load: typeof access.load = async (name, given) => {
    const remote = await access.load(name, given);
    if (given.version === version) await settled;
    return remote;
  };
  return { ...access, load };
}

test('tries the previous version when the live one is slow, and reports and counts that', async () => {
  rs.useFakeTimers();
  const access = slow('v2');
  const taken = loadFrom(entry, (_, { version }) => version, access);
  await rs.advanceTimersByTimeAsync(29_900);
  expect(access.events).toEqual(['load v2']);
  await rs.advanceTimersByTimeAsync(200);
  expect(await taken).toBe('v1');
  expect(access.events).toEqual(['load v2', 'report remote wallet v2', 'load v1']);
  expect([access.loaded, access.givenUp]).toEqual([['v1'], ['v2']]);
});

test('ignores a slow version that loads after the previous one is taken', async () => {
  rs.useFakeTimers();
  const late = Promise.withResolvers<void>();
  const access = slow('v2', late.promise);
  const taken = loadFrom(entry, (_, { version }) => version, access);
  await rs.advanceTimersByTimeAsync(30_100);
  late.resolve();
  expect(await taken).toBe('v1');
  expect(access.loaded).toEqual(['v1']);
});

test('waits 120 s for the last version, then counts it as failed and starts from scratch at the next try', async () => {
  rs.useFakeTimers();
  const abandoned: string[] = [];
  const access = {
    ...slow('v2'),
    abandon: (name: string, { version }: { version: string }) => abandoned.push(`${name} ${version}`),
  };
  for (const take of [() => 'taken', () => new Promise(() => {})]) {
    const only = fakeEntry({ version: take() === 'taken' ? 'v2' : 'v1' });
    const failure = loadFrom(only, take, access).catch(String);
    await rs.advanceTimersByTimeAsync(119_900);
    await rs.advanceTimersByTimeAsync(200);
    expect(await failure).toContain('not finished after 120000 ms');
  }
  expect(access.events).toEqual(['load v2', 'report remote wallet v2', 'load v1', 'report remote wallet v1']);
  expect(access.givenUp).toEqual(['v2', 'v1']);
  expect(abandoned).toEqual(['wallet v2', 'wallet v1']);
});

test('gives the screen the whole limit, however long the container took', async () => {
  rs.useFakeTimers();
  const screen = Promise.withResolvers<string>();
  const container = Promise.withResolvers<void>();
  const take = (_: unknown, { version }: { version: string }) =>
    version === 'v2' ? screen.promise : version;
  const taken = loadFrom(entry, take, slow('v2', container.promise));
  await rs.advanceTimersByTimeAsync(20_000);
  container.resolve();
  await rs.advanceTimersByTimeAsync(20_000);
  screen.resolve('screen of v2');
  expect(await taken).toBe('screen of v2');
});

test('tries the previous version when the screen of the live one is slow', async () => {
  rs.useFakeTimers();
  const never = new Promise<string>(() => {});
  const taken = loadFrom(entry, (_, { version }) => (version === 'v2' ? never : version), loading({}));
  await rs.advanceTimersByTimeAsync(30_100);
  expect(await taken).toBe('v1');
});

test('waits for a last version that is slow', async () => {
  rs.useFakeTimers();
  const late = Promise.withResolvers<void>();
  const taken = loadFrom(fakeEntry({ version: 'v2' }), () => 'taken', slow('v2', late.promise));
  await rs.advanceTimersByTimeAsync(100_000);
  late.resolve();
  expect(await taken).toBe('taken');
});

test("doesn't count a version without the part as failed", async () => {
  const access = loading({ v2: 2 });
  const taken = loadFrom(
    entry,
    () => {
      throw new MissingPart('no route');
    },
    access,
  );
  await expect(taken).rejects.toThrow('no route');
  expect(access.events.filter((event) => event.includes('v1'))).toEqual(['load v1']);
  expect(access.givenUp).toEqual(['v2']);
});

test.each([
  ['another try of the version', { v2: 1 }, [['v2', 'v2 is down', 'retry']]],
  ['the version behind it', { v2: 2 }, [['v2', 'v2 is down', 'fallback']]],
  [
    'another try of the version behind it',
    { v2: 2, v1: 1 },
    [
      ['v2', 'v2 is down', 'fallback'],
      ['v1', 'v1 is down', 'retry'],
    ],
  ],
  [
    'nothing',
    { v2: 2, v1: 2 },
    [
      ['v2', 'v2 is down', undefined],
      ['v1', 'v1 is down', undefined],
    ],
  ],
])('tells of each version that failed when %s was loaded after all', async (_, failures, expected) => {
  const failed: unknown[] = [];
  const onFailedTry = ({ version }: { version: string }, reason: unknown, recovered: unknown) =>
    failed.push([version, reason instanceof Error && reason.message, recovered]);
  await loadFrom(entry, () => undefined, { ...loading(failures), onFailedTry }).catch(() => undefined);
  expect(failed).toEqual(expected);
});
