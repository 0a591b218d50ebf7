/** Replaces a web app with a new build, on built versions without a bundler. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import type { RemoteVersion } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { withEntry } from '@shared/registry/changes';
import { readHistory, toolsFolder } from '@shared/registry/history';
import { checkOutsideRemotes } from '../api/check-shell.ts';
import { NEEDS } from '../api/needs.ts';
import { addVersion, fakeWebApp, screensAt } from '../publish/fake-version.testing.ts';
import { makeCandidate, makeLive } from '../publish/switch-version.ts';
import { changeRegistry } from '../registry/change-registry.ts';
import { keepReplacedFiles, readKept } from './kept-files.ts';
import { replaceWebApp, restoreWebApp } from './replace-web-app.ts';

const who = 'ana';
let work: string;
let dist: string;
let built: string;
let folders: { dist: string; replaced: string };
beforeEach(async () => {
  work = await mkdtemp(`${tmpdir()}/replace-`);
  [dist, built] = [`${work}/dist`, `${work}/built`];
  folders = { dist, replaced: `${work}/replaced` };
  await fakeWebApp(dist);
  await fakeWebApp(built);
});
afterEach(() => rm(work, { recursive: true }));

/** Publishes as another repository does. */
async function publishOutside(name: string, version: string, claims: Partial<RemoteVersion> = {}) {
  const release = { ...(await addVersion(dist, name, version)), ...claims };
  const needs = JSON.stringify({ uses: {}, api: {} });
  await writeFile(`${dist}/remotes/${name}/${version}/${NEEDS}`, needs);
  return makeLive(name, release, dist, { who });
}
const build = async (name: string, version: string) => ({
  name,
  live: await addVersion(built, name, version),
  previous: undefined,
});
const namesOf = async () => (await readRegistry(dist)).remotes.map(({ name }) => name);

test('keeps what another repository published, until the new web app is in its place', async () => {
  const entry = await build('one', '1.0.0-aa');
  // During the build.
  await publishOutside('outside', '1.0.0-bb');
  await replaceWebApp(built, [entry], folders);
  expect(await namesOf()).toEqual(['one', 'outside']);
  expect(existsSync(`${dist}/remotes/outside/1.0.0-bb/entry.js`)).toBe(true);
  expect((await readHistory(dist)).map(({ what }) => what)).toEqual([
    'publish 1.0.0-bb',
    'build of the whole web app',
  ]);
  expect((await stat(toolsFolder(dist))).mode & 0o077).toBe(0);
  expect(existsSync(folders.replaced)).toBe(false);
  expect(existsSync(`${toolsFolder(dist)}/lock`)).toBe(false);
});

test('keeps a config.json that was edited, and says so', async () => {
  await writeFile(`${dist}/config.json`, '{"preview":true}');
  await writeFile(`${built}/config.json`, '{}');
  expect(await replaceWebApp(built, [], folders)).toEqual([
    `kept ${dist}/config.json, which differs from a new one. For a new one, delete it before the build`,
  ]);
  expect(await readFile(`${dist}/config.json`, 'utf8')).toBe('{"preview":true}');
});

test('reports a web app that another version has built', async () => {
  await writeFile(`${dist}/remotes.json`, JSON.stringify({ remotes: [{ name: 'one' }] }));
  await expect(replaceWebApp(built, [], folders)).rejects.toThrow(/remotes\.json is .* of another version/);
});

test('waits for a publish that is about to change the registry', async () => {
  const entry = await build('one', '1.0.0-aa');
  let replaced: Promise<unknown> = Promise.resolve();
  await publishOutside('outside', '1.0.0-bb');
  await changeRegistry(
    dist,
    async (registry) => {
      replaced = replaceWebApp(built, [entry], folders);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return registry;
    },
    { who, what: 'slow change' },
  );
  await replaced;
  expect((await readHistory(dist)).map(({ what }) => what)).toContain('slow change');
  expect(await namesOf()).toEqual(['one', 'outside']);
});

test('a remote that moved into the workspace is not kept as one of another repository', async () => {
  await publishOutside('wallet', '1.0.0-bb');
  await replaceWebApp(built, [await build('wallet', '2.0.0-aa')], folders);
  const { remotes } = await readRegistry(dist);
  expect(remotes.map(({ name, live }) => [name, live.version])).toEqual([['wallet', '2.0.0-aa']]);
});

test('drops and reports a remote if all its paths and slots belong to remotes of the workspace, as after a rename', async () => {
  const claims = { screens: screensAt('promocoes', 'cupons'), fills: ['sites.banner'] };
  await publishOutside('promotions', '1.0.0-bb', claims);
  const entry = await build('offers', '1.0.0-aa');
  const renamed = { ...entry, live: { ...entry.live, ...claims } };
  expect(await replaceWebApp(built, [renamed], folders)).toEqual([
    'promotions 1.0.0-bb is no longer part of the web app',
  ]);
  expect(await namesOf()).toEqual(['offers']);
  // Open tabs still request its files.
  expect(existsSync(`${dist}/remotes/promotions/1.0.0-bb/entry.js`)).toBe(true);
});

test.each<[string, Partial<RemoteVersion>, string]>([
  ['a path of a remote', { screens: screensAt('promocoes', 'cupons') }, "'/promocoes' belongs to offers"],
  [
    'a slot of a remote',
    { screens: screensAt('cupons'), fills: ['sites.banner'] },
    "'sites.banner' belongs to offers",
  ],
  ['a path of a brand', { screens: screensAt('marca') }, "'/marca' belongs to the brand marca"],
])(
  'fails before the build if a remote that it would keep has %s and something else',
  async (_, claims, why) => {
    await mkdir(`${work}/source/brands/marca`, { recursive: true });
    await publishOutside('promotions', '1.0.0-bb', claims);
    const offers = { name: 'offers', live: { screens: screensAt('promocoes'), fills: ['sites.banner'] } };
    await expect(checkOutsideRemotes(dist, [offers], `${work}/source`)).rejects.toThrow(
      `${why}, so promotions can't have it\nTo take it off: pnpm remote remove promotions`,
    );
  },
);

test('a version of the new web app that was withdrawn stays withdrawn', async () => {
  await publishOutside('outside', '1.0.0-bb');
  const withdrawn = ['1.0.0-bb', '0.9.0-aa'].map((version) => ({
    name: 'outside',
    version,
    reason: 'it fails',
    at: '2026-03-02T15:00:00.000Z',
  }));
  await changeRegistry(dist, (registry) => ({ ...registry, withdrawn }), { who, what: 'withdraw' });
  await replaceWebApp(built, [], folders);
  expect((await readRegistry(dist)).withdrawn).toEqual(withdrawn.slice(0, 1));
});

test('lists the candidates and previous versions that the new web app drops', async () => {
  for (const version of ['1.0.0-aa', '2.0.0-aa'])
    await makeLive('one', await addVersion(dist, 'one', version), dist, { who });
  await makeCandidate('one', await addVersion(dist, 'one', '3.0.0-aa'), { traffic: 5 }, dist, { who });
  expect(await replaceWebApp(built, [await build('one', '4.0.0-aa')], folders)).toEqual([
    'one 3.0.0-aa is no longer its candidate version',
    'one 1.0.0-aa is no longer its previous version',
  ]);
});

test('keeps a remote that this workspace does not have, of another origin too, and says so', async () => {
  await makeLive('newcomer', await addVersion(dist, 'newcomer', '1.0.0-aa'), dist, { who });
  const elsewhere = await addVersion(`${work}/elsewhere`, 'partner', '1.0.0-bb');
  await changeRegistry(
    dist,
    (registry) => withEntry(registry, { name: 'partner', live: elsewhere, previous: undefined }),
    { who, what: 'register' },
  );
  expect(await replaceWebApp(built, [await build('one', '4.0.0-aa')], folders)).toEqual([
    "kept newcomer 1.0.0-aa, which this workspace doesn't have. To take it off: pnpm remote remove newcomer",
    "kept partner 1.0.0-bb, which this workspace doesn't have. To take it off: pnpm remote remove partner",
  ]);
  expect(await namesOf()).toEqual(['one', 'newcomer', 'partner']);
  expect(existsSync(`${dist}/remotes/newcomer/1.0.0-aa/entry.js`)).toBe(true);
});

test.each([
  [{ '@shared/ui': ['Gone'] }, undefined, 'outside 1.0.0-bb would break:\n  Gone of @shared/ui is missing'],
  [{}, '^1.0.0', 'outside 1.0.0-bb would break:\n  it was built for contract ^1.0.0'],
])(
  'refuses to replace a web app whose outside remote uses %j, with the contract %s',
  async (uses, contract, message) => {
    const { live } = await publishOutside('outside', '1.0.0-bb');
    const api = { '@shared/ui': 'export declare function Gone(): void;\nexport {};\n' };
    const file = `${dist}/remotes/outside/1.0.0-bb/${NEEDS}`;
    await writeFile(file, JSON.stringify({ uses, api }));
    if (contract)
      await changeRegistry(
        dist,
        (registry) =>
          withEntry(registry, { name: 'outside', live: { ...live, contract }, previous: undefined }),
        { who, what: 'older contract' },
      );
    const before = await readFile(`${dist}/remotes.json`, 'utf8');
    await expect(replaceWebApp(built, [await build('one', '1.0.0-aa')], folders)).rejects.toThrow(message);
    expect(await readFile(`${dist}/remotes.json`, 'utf8')).toBe(before);
    expect(existsSync(`${dist}/remotes/outside/1.0.0-bb/entry.js`)).toBe(true);
    expect(existsSync(`${toolsFolder(dist)}/lock`)).toBe(false);
  },
);

test('a page that was opened before a build finds its files for 7 days', async () => {
  const script = 'static/js/async/screen.aaaaaaaa.js';
  await mkdir(`${dist}/static/js/async`, { recursive: true });
  await writeFile(`${dist}/${script}`, 'screen');
  await makeLive('one', await addVersion(dist, 'one', '1.0.0-aa'), dist, { who });
  const page = 'remotes/one/1.0.0-aa/page.js';
  const then = new Date('2026-01-01');
  await utimes(`${dist}/${script}`, then, then);
  await replaceWebApp(built, [await build('one', '2.0.0-aa')], folders);
  for (const file of [script, page]) expect(existsSync(`${dist}/${file}`)).toBe(true);
  expect(Object.keys(await readKept(dist)).sort()).toEqual(['remotes/one/1.0.0-aa', script]);
  // The 7 days begin with the build that replaced them, also after further builds.
  const day = 86_400_000;
  await fakeWebApp(`${work}/soon`);
  await keepReplacedFiles(dist, `${work}/soon`, Date.now() + 6 * day);
  await fakeWebApp(`${work}/late`);
  await keepReplacedFiles(`${work}/soon`, `${work}/late`, Date.now() + 8 * day);
  for (const file of [script, page]) {
    expect(existsSync(`${work}/soon/${file}`)).toBe(true);
    expect(existsSync(`${work}/late/${file}`)).toBe(false);
  }
});

test('creates the first web app', async () => {
  await rm(dist, { recursive: true });
  expect(await replaceWebApp(built, [await build('one', '1.0.0-aa')], folders)).toEqual([]);
  expect(await namesOf()).toEqual(['one']);
});

test('restores the web app after a crash before the new one was in its place', async () => {
  await publishOutside('outside', '1.0.0-bb');
  const before = await readFile(`${dist}/remotes.json`, 'utf8');
  await rename(dist, folders.replaced);
  await restoreWebApp(folders);
  expect(await readFile(`${dist}/remotes.json`, 'utf8')).toBe(before);
  // If a crash left both, the new one is kept.
  await rename(built, folders.replaced);
  await restoreWebApp(folders);
  expect(await readFile(`${dist}/remotes.json`, 'utf8')).toBe(before);
  expect(existsSync(folders.replaced)).toBe(false);
});
