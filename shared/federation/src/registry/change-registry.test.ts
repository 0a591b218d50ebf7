import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { readRegistry } from '@shared/registry/change-registry';
import { withEntry } from '@shared/registry/changes';
import { readHistory, toolsFolder } from '@shared/registry/history';
import { withLock } from '@shared/registry/lock';
import { checkVersion } from '../build/check-version.ts';
import { addVersion, fakeBuild, fakeWebApp } from '../publish/fake-version.testing.ts';
import { makeLive } from '../publish/switch-version.ts';
import { ROOT } from '../workspace.ts';
import { changeRegistry, writeRegistry } from './change-registry.ts';

let work: string;
let dist: string;
beforeEach(async () => {
  work = await mkdtemp(`${tmpdir()}/registry-`);
  dist = `${work}/dist`;
  await fakeWebApp(dist);
});
afterEach(() => rm(work, { recursive: true }));

const who = 'ana';
const note = { who, what: 'test' };
const liveOf = async (name: string) =>
  (await readRegistry(dist)).remotes.find((remote) => remote.name === name)?.live.version;
const lockFile = () => `${toolsFolder(dist)}/lock`;

/** Runs a script in a process of its own. Returns its exit code; null if it was killed. */
function runScript(script: string, ...args: string[]): Promise<{ code: number | null; errors: string }> {
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script, ...args];
  const child = spawn(process.execPath, options, { cwd: `${ROOT}shared/federation` });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return new Promise((done, fail) =>
    child.once('error', fail).once('close', (code) => done({ code, errors })),
  );
}

const PAIRS = 20;
const PUBLISH_OFTEN = `
  import { makeLive } from './src/publish/switch-version.ts';
  import { readFileSync } from 'node:fs';
  const [dist, name, ...versions] = process.argv.slice(1);
  for (const version of versions) {
    const built = JSON.parse(readFileSync(\`\${dist}/remotes/\${name}/\${version}/manifest.json\`, 'utf8'));
    await makeLive(name, built, dist, { who: name });
  }`;

test('20 pairs of concurrent publishes by two processes lose nothing', async () => {
  const versions = Array.from({ length: PAIRS }, (_, at) => `1.0.${at}-aa`);
  for (const version of versions)
    await Promise.all(['one', 'two'].map((name) => addVersion(dist, name, version)));
  const both = ['one', 'two'].map((name) => runScript(PUBLISH_OFTEN, dist, name, ...versions));
  expect(await Promise.all(both)).toEqual([
    { code: 0, errors: '' },
    { code: 0, errors: '' },
  ]);
  expect((await readRegistry(dist)).serial).toBe(1 + 2 * PAIRS);
  const history = await readHistory(dist);
  expect(history.map(({ serial }) => serial)).toEqual(Array.from({ length: 2 * PAIRS }, (_, at) => at + 2));
  for (const name of ['one', 'two']) {
    expect(await liveOf(name)).toBe(versions.at(-1));
    expect(history.filter((line) => line.who === name).map(({ what }) => what)).toEqual(
      versions.map((version) => `publish ${version}`),
    );
  }
});

test('20 pairs of concurrent publishes within one process lose nothing', async () => {
  const names = Array.from({ length: 2 * PAIRS }, (_, at) => `remote${at}`);
  const built = await Promise.all(names.map((name) => addVersion(dist, name, '1.0.0-aa')));
  await Promise.all(built.map((version, at) => makeLive(names[at] ?? '', version, dist, { who })));
  expect((await readRegistry(dist)).remotes.map(({ name }) => name)).toEqual(names.toSorted());
});

test('a registry that was changed without the lock is not overwritten', async () => {
  const foreign = await addVersion(dist, 'foreign', '1.0.0-aa');
  const change = changeRegistry(
    dist,
    async (registry) => {
      await writeRegistry(dist, {
        ...withEntry(registry, { name: 'foreign', live: foreign, previous: undefined }),
        serial: 2,
      });
      return registry;
    },
    note,
  );
  await expect(change).rejects.toThrow('changed without the lock');
  expect(await liveOf('foreign')).toBe('1.0.0-aa');
});

/**
 * Publishes in one copy of a web app after another. In each, one more file system write happens than
 * in the one before, and then none. Once a publish has finished, kills its process, so that no lock is
 * released.
 */
const PUBLISH_IN_PART = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const [folder] = process.argv.slice(1);
  let left = 0;
  let stop;
  const never = new Promise(() => {});
  const WRITES = ['writeFile', 'appendFile', 'rename', 'copyFile', 'cp', 'mkdir', 'rm'];
  const { putInPlace } = await import('./src/build/put-in-place.ts');
  const { makeLive } = await import('./src/publish/switch-version.ts');
  for (const [name, real] of Object.entries(fs.promises)) {
    if (typeof real !== 'function') continue;
    fs.promises[name] = async (...args) => {
      if (left === 0) return never;
      const result = await real.apply(fs.promises, args);
      if (left > 0 && WRITES.includes(name)) left -= 1;
      if (left > 0) return result;
      stop();
      return never;
    };
  }
  syncBuiltinESMExports();
  async function publish(copy) {
    const built = JSON.parse(fs.readFileSync(copy + '/work/container/manifest.json', 'utf8'));
    await putInPlace('one', built.version, copy + '/work', copy + '/dist');
    await makeLive('one', built, copy + '/dist', { who: 'bruno' });
    return true;
  }
  for (let steps = 1, finished = false; !finished; steps += 1) {
    const copy = folder + '/copy-' + steps;
    for (const part of ['dist', 'work']) fs.cpSync(folder + '/' + part, copy + '/' + part, { recursive: true });
    left = steps;
    const stopped = new Promise((done) => {
      stop = () => done(false);
    });
    finished = await Promise.race([publish(copy), stopped]);
  }
  process.kill(process.pid, 'SIGKILL');`;

test('a publish that ends after any file write, as a killed one does, leaves the old or the new version live', async () => {
  await makeLive('one', await addVersion(dist, 'one', '1.0.0-aa'), dist, { who });
  await fakeBuild('one', '2.0.0-bb', `${work}/work`);
  expect(await runScript(PUBLISH_IN_PART, work)).toEqual({ code: null, errors: '' });
  const outcomes: (string | undefined)[] = [];
  for (let steps = 1; existsSync(`${work}/copy-${steps}`); steps += 1)
    outcomes.push(await liveAfterCrash(`${work}/copy-${steps}/dist`));
  // Each step before the rename of the registry leaves the old version, each after it the new one.
  expect(outcomes.length).toBeGreaterThan(15);
  expect(new Set(outcomes)).toEqual(new Set(['1.0.0-aa', '2.0.0-bb']));
  expect(outcomes).toEqual(outcomes.toSorted());
});

/**
 * Returns the live version, after checking that the web app is whole and the next publish works.
 */
async function liveAfterCrash(webApp: string): Promise<string | undefined> {
  const { remotes } = await readRegistry(webApp);
  for (const { name, live, previous } of remotes)
    for (const version of [live, previous]) if (version) await checkVersion(webApp, name, version);
  const next = await addVersion(webApp, 'one', '3.0.0-cc');
  const lock = `${webApp}/.remotes/lock`;
  if (existsSync(lock)) await leaveLock(lock, 11);
  const entry = await makeLive('one', next, webApp, { who });
  expect(entry.live.version).toBe('3.0.0-cc');
  expect(entry.previous?.version).toBe(remotes[0]?.live.version);
  expect((await readHistory(webApp)).at(-1)?.what).toBe('publish 3.0.0-cc');
  expect(await readFile(`${webApp}/remotes/one/index.html`, 'utf8')).toBe('page of 3.0.0-cc');
  expect(existsSync(lock)).toBe(false);
  return remotes[0]?.live.version;
}

/** Takes the lock as another process does that then dies, `age` s ago. */
async function leaveLock(file: string, age: number): Promise<void> {
  await mkdir(file, { recursive: true });
  const then = Date.now() / 1000 - age;
  await utimes(file, then, then);
}

test('replaces the lock of a process that has ended, after 10 s', async () => {
  await changeRegistry(dist, (registry) => registry, note);
  await leaveLock(lockFile(), 11);
  await changeRegistry(dist, (registry) => registry, note);
  expect(existsSync(lockFile())).toBe(false);
});

test('waits for the lock of another process', async () => {
  await changeRegistry(dist, (registry) => registry, note);
  await leaveLock(lockFile(), 0);
  let done = false;
  const change = changeRegistry(dist, (registry) => registry, note).then(() => {
    done = true;
  });
  await setTimeout(150);
  expect(done).toBe(false);
  await rm(lockFile(), { recursive: true });
  await change;
});

test('waits for the lock of a running process, however long it is held', async () => {
  const order: string[] = [];
  const hold = (name: string, ms: number) =>
    withLock(
      `${work}/lock`,
      async (assertHeld) => {
        await setTimeout(ms);
        await assertHeld();
        order.push(name);
      },
      2_000,
    );
  const first = hold('first', 2_500);
  await setTimeout(100);
  await Promise.all([first, hold('second', 0)]);
  expect(order).toEqual(['first', 'second']);
});

test('a process does not write after another one has replaced its lock', async () => {
  const before = await readFile(`${dist}/remotes.json`, 'utf8');
  const change = changeRegistry(
    dist,
    async (registry) => {
      await rm(lockFile(), { recursive: true });
      await leaveLock(lockFile(), 0);
      return registry;
    },
    note,
  );
  await expect(change).rejects.toThrow('took over the lock');
  expect(await readFile(`${dist}/remotes.json`, 'utf8')).toBe(before);
  expect(existsSync(lockFile())).toBe(true);
});

test('a rejected change leaves the registry, its history and its lock unchanged', async () => {
  const before = await readFile(`${dist}/remotes.json`, 'utf8');
  const refuse = () => {
    throw new Error('refused');
  };
  await expect(changeRegistry(dist, refuse, note)).rejects.toThrow('refused');
  expect(await readFile(`${dist}/remotes.json`, 'utf8')).toBe(before);
  expect(await readHistory(dist)).toEqual([]);
  expect(existsSync(lockFile())).toBe(false);
});
