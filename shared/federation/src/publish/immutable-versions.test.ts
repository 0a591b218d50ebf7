/** What changes or removes the folder of a built version. */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import type { RemoteVersion } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { NEEDS, type Needs } from '../api/needs.ts';
import { buildVersion } from '../build/build-remote.ts';
import { checkVersion } from '../build/check-version.ts';
import { putInPlace } from '../build/put-in-place.ts';
import { list } from '../registry/list.ts';
import { addVersion, fakeBuild, fakeWebApp } from './fake-version.testing.ts';
import { prune } from './prune.ts';
import { makeLive, promote } from './switch-version.ts';

const who = 'ana';
const VERSION = '1.0.0-aa';
const needsOf = (api: string): Needs => ({ uses: {}, api: { '@shared/ui': api } });

let work: string;
let dist: string;
beforeEach(async () => {
  work = await mkdtemp(`${tmpdir()}/immutable-`);
  dist = `${work}/dist`;
  await fakeWebApp(dist);
});
afterEach(async () => {
  rs.unstubAllEnvs();
  await rm(work, { recursive: true });
});

/** Builds the version for an API, as `buildVersion` does. */
async function build(api: string): Promise<RemoteVersion> {
  const folder = `${work}/${api}`;
  const built = await fakeBuild('one', VERSION, folder);
  await writeFile(`${folder}/container/${NEEDS}`, JSON.stringify(needsOf(api)));
  await putInPlace('one', VERSION, folder, dist);
  return built;
}
const readNeedsFile = async () =>
  JSON.parse(await readFile(`${dist}/remotes/one/${VERSION}/${NEEDS}`, 'utf8'));

test('updates needs.json when a version is published again, not when it is only built again', async () => {
  await makeLive('one', await build('old'), dist, { who, needs: needsOf('old') });
  const rebuilt = await build('new');
  expect(await readNeedsFile()).toEqual(needsOf('old'));
  await makeLive('one', rebuilt, dist, { who, needs: needsOf('new') });
  expect(await readNeedsFile()).toEqual(needsOf('new'));
  await addVersion(dist, 'one', '2.0.0-bb');
  await promote('one', dist, { version: '2.0.0-bb', who });
  await promote('one', dist, { version: VERSION, who });
  expect(await readNeedsFile()).toEqual(needsOf('new'));
});

test('rejects a version with a missing file, and says how to repair it', async () => {
  const built = await build('old');
  await rm(`${dist}/remotes/one/${VERSION}/page.js`);
  await expect(checkVersion(dist, 'one', built)).rejects.toThrow(
    'page.js is missing: remove the folder of this version, then build it again',
  );
});

test('refuses to build a version that is not three numbers, which browsers could not report', async () => {
  await writeFile(`${work}/package.json`, '{"version":"1.0.0-beta.1"}');
  await expect(buildVersion('one', dist, work)).rejects.toThrow(
    'is 1.0.0-beta.1: use three numbers, such as 1.0.0',
  );
});

test('lists a remote with files on another origin', async () => {
  await makeLive('one', await build('old'), dist, { who });
  await rm(`${dist}/remotes/one`, { recursive: true });
  expect((await list(dist))[0]).toContain(`live ${VERSION}`);
});

/** Sets the age of all files to 100 days. */
async function age() {
  const then = Date.now() / 1000 - 100 * 86_400;
  for (const entry of await readdir(`${dist}/remotes`, { recursive: true }))
    await utimes(`${dist}/remotes/${entry}`, then, then);
}

test('prune removes unfinished files within the versions and folders that it removes', async () => {
  await makeLive('one', await addVersion(dist, 'one', '2.0.0-bb'), dist, { who });
  await build('old');
  const [live, old] = [`${dist}/remotes/one/2.0.0-bb`, `${dist}/remotes/one/${VERSION}`];
  // Left behind by a crashed build and a crashed `prune`.
  for (const folder of [live, old]) await writeFile(`${folder}/${NEEDS}.new`, 'half');
  await cp(old, `${old}.1a2b3c4d.new`, { recursive: true });
  await age();
  const removed = ['1.0.0-aa', '1.0.0-aa.1a2b3c4d.new', '2.0.0-bb/needs.json.new'];
  const expected = removed.map((path) => `remotes/one/${path}`);
  expect((await prune(dist, { days: 30, dryRun: true })).sort()).toEqual(expected);
  expect((await prune(dist, { days: 30 })).sort()).toEqual(expected);
  const left = await readdir(`${dist}/remotes/one`, { recursive: true });
  expect(left.filter((file) => file.startsWith('1.0.0') || file.endsWith('.new'))).toEqual([]);
  expect(existsSync(`${live}/page.js`)).toBe(true);
  const { live: named } = (await readRegistry(dist)).remotes[0] ?? {};
  if (named) await checkVersion(dist, 'one', named);
});

test('prune removes the source maps of the versions that it removes', async () => {
  rs.stubEnv('SOURCE_MAPS', `${work}/maps`);
  await makeLive('one', await addVersion(dist, 'one', '2.0.0-bb'), dist, { who });
  await build('old');
  for (const version of [VERSION, '2.0.0-bb'])
    await mkdir(`${work}/maps/remotes/one/${version}`, { recursive: true });
  await age();
  await prune(dist, { days: 30 });
  expect(await readdir(`${work}/maps/remotes/one`)).toEqual(['2.0.0-bb']);
});
