/** Which paths and slots a registry change may assign to a remote. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import type { Registry, RemoteVersion } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { withEntry } from '@shared/registry/changes';
import { besideOwn } from '@shared/registry/collisions';
import { readScreenTable } from '@shared/registry/screen-table';
import { addVersion, fakeWebApp, screensAt } from '../publish/fake-version.testing.ts';
import { changeRegistry } from './change-registry.ts';

let work: string;
let dist: string;
let plain: RemoteVersion;
beforeEach(async () => {
  work = await mkdtemp(`${tmpdir()}/collisions-`);
  dist = `${work}/dist`;
  await fakeWebApp(dist);
  plain = await addVersion(dist, 'any', '1.0.0-aa');
});
afterEach(() => rm(work, { recursive: true }));

const change = (to: (registry: Registry) => Registry) =>
  changeRegistry(dist, to, { who: 'ana', what: 'test' });
const at = (...segments: string[]): RemoteVersion => ({
  ...plain,
  screens: screensAt(...segments),
});
const add = (name: string, live: RemoteVersion, previous?: RemoteVersion) =>
  change((registry) => withEntry(registry, { name, live, previous }));
const previousOf = async (name: string) =>
  (await readRegistry(dist)).remotes.find((remote) => remote.name === name)?.previous;

test.each(['live', 'candidate'])('refuses a path that the %s version of another remote has', async (role) => {
  const candidate = { release: at('promocoes'), traffic: 5 };
  const entry = role === 'live' ? { live: at('promocoes') } : { live: at(), candidate };
  await change((registry) => withEntry(registry, { name: 'one', previous: undefined, ...entry }));
  await expect(add('two', at('promocoes'))).rejects.toThrow(
    "'/promocoes' belongs to one, so two can't have it",
  );
});

test('names the remote that has a path first, whatever their names', async () => {
  await add('two', at('promocoes'));
  await expect(add('one', at('promocoes'))).rejects.toThrow(
    "'/promocoes' belongs to two, so one can't have it",
  );
});

test('refuses a path of the shell, a slot that another remote fills, and two remotes of one name', async () => {
  await expect(add('one', at('login'))).rejects.toThrow("'/login' belongs to the shell");
  await add('one', { ...plain, fills: ['sites.banner'] });
  await expect(add('two', { ...plain, fills: ['sites.banner'] })).rejects.toThrow(
    "'sites.banner' belongs to one",
  );
  await expect(change(({ remotes }) => ({ remotes: [...remotes, ...remotes] }))).rejects.toThrow(
    'the registry has two remotes named one',
  );
});

test('a collision with a brand that was added later blocks new collisions, but no other change', async () => {
  await add('one', at('promocoes'));
  await mkdir(`${dist}/brands/promocoes`, { recursive: true });
  await add('two', at('coupons'));
  await expect(add('three', at('promocoes'))).rejects.toThrow("so three can't have it");
  await add('one', at());
  await expect(add('one', at('promocoes'))).rejects.toThrow("'/promocoes' belongs to the brand promocoes");
});

test('reserves the paths of candidates and previous versions, which no brand may have', async () => {
  const candidate = { release: at('promocoes'), traffic: 5 };
  await change((registry) =>
    withEntry(registry, { name: 'one', live: at('outra'), previous: at('coupons'), candidate }),
  );
  expect([...(await readScreenTable(dist)).keys()].sort()).toEqual(['coupons', 'outra', 'promocoes']);
});

test('reads a registry that starts with a byte-order mark', async () => {
  await add('one', at('promocoes'));
  const file = `${dist}/remotes.json`;
  await writeFile(file, `\uFEFF${await readFile(file, 'utf8')}`);
  expect([...(await readScreenTable(dist)).keys()]).toEqual(['promocoes']);
  expect((await readRegistry(dist)).remotes).toHaveLength(1);
});

test('a previous version is dropped when another remote takes its path, but not when a screen moves within a remote', async () => {
  await add('one', at('outra'), at('promocoes'));
  expect(await previousOf('one')).toBeDefined();
  await add('one', at('promocoes', 'outra'), at('promocoes'));
  expect(await previousOf('one')).toBeDefined();
  await add('one', at('outra'), at('promocoes'));
  await add('two', at('promocoes'));
  expect(await previousOf('one')).toBeUndefined();
});

test('a new build that claims all paths of a remote leaves it out, but never one of other tools', async () => {
  const own = [{ name: 'own', live: at('promocoes') }];
  const other = { name: 'other', live: at('promocoes'), previous: undefined };
  expect(await besideOwn(own, [other], dist)).toEqual([]);
  const foreign = { ...other, live: { ...other.live, container: 'module' as const } };
  await expect(besideOwn(own, [foreign], dist)).rejects.toThrow('pnpm remote remove other');
});
