/** Publishes, previews and rolls back a remote on a temporary site. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { Registry } from '@shared/contract';
import { buildRemote } from './build-remote.ts';
import { buildShell } from './build-shell.ts';
import { createRemote } from './create-remote.ts';
import { integrityOf } from './integrity.ts';
import { ROOT } from './preset.ts';
import { preview, publish, rollback } from './publish.ts';
import { readRegistry, writeRegistry } from './registry.ts';

let work: string;
let dist: string;
let source: string;

beforeAll(async () => {
  // Inside the workspace, so that its packages resolve.
  await mkdir(`${ROOT}.cache`, { recursive: true });
  work = await mkdtemp(`${ROOT}.cache/site-`);
  dist = `${work}/dist`;
  source = await newRemote('example', 'coupons');
  await buildShell(dist);
  await writeRegistry(dist, { remotes: [] });
  await publish('example', dist, source);
}, 60_000);

afterAll(() => rm(work, { recursive: true }));

async function newRemote(name: string, segment: string) {
  const folder = `${work}/${name}`;
  await createRemote(name, segment, folder);
  await symlink(`${ROOT}remotes/sites/node_modules`, `${folder}/node_modules`);
  return folder;
}

async function rename(title: string) {
  await writeFile(`${source}/src/example/strings.ts`, `export const strings = { title: '${title}' };\n`);
}

/** Returns the hash of every file in a folder, by path. */
async function fingerprint(folder: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const file of (await readdir(folder, { recursive: true })).sort()) {
    if (!(await stat(`${folder}/${file}`)).isFile()) continue;
    hashes.set(
      file,
      createHash('sha256')
        .update(await readFile(`${folder}/${file}`))
        .digest('hex'),
    );
  }
  return hashes;
}

function changed(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
}

const live = async () => (await readRegistry(dist)).remotes.find(({ name }) => name === 'example');

test('the same source gives the same version and the same bytes', async () => {
  const twin = `${work}/twin`;
  const built = await buildRemote('example', twin, source);
  expect(built).toEqual((await live())?.live);
  const folder = `remotes/example/${built.version}`;
  expect(await fingerprint(`${twin}/${folder}`)).toEqual(await fingerprint(`${dist}/${folder}`));
});

test('publishing a remote leaves every other file of the site byte-identical', async () => {
  const before = await fingerprint(dist);
  const old = (await live())?.live;
  await rename('Outro');
  const { live: fresh, previous } = await publish('example', dist, source);

  expect(fresh.version).not.toBe(old?.version);
  expect(previous).toEqual(old);
  const files = changed(before, await fingerprint(dist));
  const foreign = files.filter((file) => file !== 'remotes.json' && !file.startsWith('remotes/example/'));
  expect(foreign).toEqual([]);
  // The previous version's files don't change either.
  expect(files.filter((file) => file.includes(`/${old?.version}/`))).toEqual([]);
});

test('publishing the live version again keeps the previous version', async () => {
  const before = await live();
  expect(await publish('example', dist, source)).toEqual(before);
});

test('a rollback restores the previous version and its standalone page', async () => {
  const before = await live();
  const config = `${dist}/remotes/example/config.json`;
  await writeFile(config, '{"apiUrl":"/elsewhere"}');
  const entry = await rollback('example', dist);
  expect(entry.live).toEqual(before?.previous);
  expect(entry.previous).toBeUndefined();
  const standalone = await readFile(`${dist}/remotes/example/index.html`, 'utf8');
  expect(standalone).toBe(
    await readFile(`${dist}/remotes/example/standalone/${entry.live.version}.html`, 'utf8'),
  );
  // The operator's configuration is kept.
  expect(await readFile(config, 'utf8')).toContain('/elsewhere');
  await expect(rollback('example', dist)).rejects.toThrow('no version');
});

test('a rollback restores a given version', async () => {
  const { live: fresh } = await publish('example', dist, source);
  await rollback('example', dist);
  expect((await rollback('example', dist, fresh.version)).live).toEqual(fresh);
  await expect(rollback('example', dist, '9.9.9-0')).rejects.toThrow('no version 9.9.9-0');
});

test('a preview is built without becoming live', async () => {
  const before = await readFile(`${dist}/remotes.json`, 'utf8');
  await rename('Prévia');
  const link = await preview('example', dist, source);
  const version = link.replace('example@', '');
  expect(existsSync(`${dist}/remotes/example/${version}/manifest.json`)).toBe(true);
  expect(await readFile(`${dist}/remotes.json`, 'utf8')).toBe(before);
});

test('the registry has the hash of every file that it lists', async () => {
  const entry = await live();
  const files = [entry?.live.entry, ...Object.values(entry?.live.preload ?? {}).flat()];
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(await integrityOf(`${dist}${file?.url}`)).toBe(file?.integrity);
});

test('rejects a remote whose path belongs to another remote', async () => {
  const conflicting = await newRemote('rival', 'coupons');
  await expect(publish('rival', dist, conflicting)).rejects.toThrow("'/coupons' belongs to example");
  expect(Registry.parse(await readRegistry(dist)).remotes.map(({ name }) => name)).toEqual(['example']);
});

test.each([
  ['', 'Give its path as well, such as: pnpm remote create promotions promotions'],
  [
    'promotions',
    "'promotions' is not a path of a remote yet: add it to REMOTE_SCREENS in shared/contract/src/segments.ts",
  ],
])('creates nothing at the path %j', async (segment, message) => {
  await expect(createRemote('promotions', segment, `${work}/promotions`)).rejects.toThrow(message);
  expect(existsSync(`${work}/promotions`)).toBe(false);
});

test('does not build a remote that bundles its own copy of a shared module', async () => {
  const page = `${source}/src/example/page.tsx`;
  await writeFile(
    page,
    `import { atomWithStorage } from 'jotai/utils';\nexport const Component = atomWithStorage;\n`,
  );
  await expect(buildRemote('example', dist, source)).rejects.toThrow('carries what the shell shares');
});

test('does not publish to a folder without a site', async () => {
  await expect(publish('example', `${work}/nowhere`, source)).rejects.toThrow('run `pnpm build` first');
});
