import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, rs, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { parse } from 'yaml';
import { ROOT } from '../workspace.ts';
import { createOutside, updateOutside } from './create-outside.ts';

let parent: string;
let folder: string;

beforeAll(async () => {
  parent = await mkdtemp(`${tmpdir()}/repository-`);
  folder = `${parent}/promotions`;
  await createOutside('promotions', 'promocoes', folder);
});
afterAll(() => rm(parent, { recursive: true }));

const read = (file: string) => readFile(`${folder}/${file}`, 'utf8');

test('a remote in another repository has every shared package as a tarball, and no link to the workspace', async () => {
  const { overrides } = parse(await read('pnpm-workspace.yaml'));
  expect(Object.keys(overrides)).toContain('@shared/testing');
  for (const path of Object.values<string>(overrides))
    expect(existsSync(`${folder}/${path.replace('file:', '')}`)).toBe(true);
  const written = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'rsbuild.config.ts', 'README.md'];
  for (const file of written) expect(await read(file)).not.toMatch(/catalog:|workspace:|link:|\{\{/);
  expect(existsSync(`${folder}/src/standalone.tsx`)).toBe(false);
});

test("the lock file has the product's versions", async () => {
  const own = parse(await read('pnpm-lock.yaml'));
  const product = parse(await readFile(`${ROOT}pnpm-lock.yaml`, 'utf8'));
  const foreign = Object.keys(own.packages).filter((id) => !id.startsWith('@shared/'));
  expect(foreign.filter((id) => !product.packages[id])).toEqual([]);
  expect(foreign.length).toBeLessThan(Object.keys(product.packages).length);
});

test('the name and color in the contract are those of the default brand', async () => {
  const brand = JSON.parse(await readFile(`${ROOT}shell/public/brands/${PRODUCT.slug}/brand.json`, 'utf8'));
  expect({ name: PRODUCT.name, color: PRODUCT.color }).toEqual({ name: brand.name, color: brand.color });
});

test("an update brings the workspace's packages, and keeps the repository's own dependencies and settings", async () => {
  const written = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'];
  const before = await Promise.all(written.map(read));
  const [manifest = '', workspace = '', lock = ''] = before;
  const own = '"dependencies": {\n    "left-pad": "link:left-pad",';
  // As created from an earlier product.
  await writeFile(
    `${folder}/package.json`,
    manifest.replace('"dependencies": {', own).replace(/"react": "[^"]+"/, '"react": "18.0.0"'),
  );
  const [, ui = ''] = /'@shared\/ui': file:(\S+)/.exec(workspace) ?? [];
  await writeFile(
    `${folder}/pnpm-workspace.yaml`,
    workspace.replace(`file:${ui}`, 'file:packages/shared-ui-0.0.9.tgz'),
  );
  await mkdir(`${folder}/left-pad`);
  await writeFile(`${folder}/left-pad/package.json`, '{ "name": "left-pad", "version": "1.0.0" }');
  await writeFile(`${folder}/packages/shared-ui-0.0.9.tgz`, '');
  await writeFile(`${folder}/packages/own-1.0.0.tgz`, 'own');
  await writeFile(`${folder}/${ui}`, 'of an earlier product');
  const { integrity } = parse(lock).packages[`@shared/ui@file:${ui}`].resolution;
  await writeFile(`${folder}/pnpm-lock.yaml`, lock.replaceAll(integrity, `sha512-${'A'.repeat(86)}==`));

  await updateOutside(folder);
  const after = await Promise.all(written.map(read));
  expect(after[0]).toBe(manifest.replace('"dependencies": {', own));
  expect(parse(after[1] ?? '')).toEqual(parse(workspace));
  expect(after[1]).toContain('# No package may run an install script.');
  expect(existsSync(`${folder}/packages/shared-ui-0.0.9.tgz`)).toBe(false);
  expect(await read('packages/own-1.0.0.tgz')).toBe('own');
  expect((await readFile(`${folder}/${ui}`, 'utf8')).length).toBeGreaterThan(1000);
  const { importers, packages } = parse(after[2] ?? '');
  expect(importers['.'].dependencies['left-pad'].version).toBe('link:left-pad');
  expect(packages).toEqual(parse(lock).packages);
});

test.each([
  ['packages:\n  - packages/*\n'],
  ["overrides:\n  tar-fs: '-'\n"],
  ["overrides:\n  '@shared/ui': file:../ui\n"],
])('an update refuses a repository with the settings %j, and changes no file', async (settings) => {
  const other = await mkdtemp(`${parent}/other-`);
  await mkdir(`${other}/packages/own`, { recursive: true });
  await writeFile(`${other}/packages/own/index.js`, 'own');
  await writeFile(`${other}/pnpm-workspace.yaml`, settings);
  await writeFile(`${other}/package.json`, '{}\n');
  await expect(updateOutside(other)).rejects.toThrow('takes no @shared package from packages/');
  expect(await readFile(`${other}/packages/own/index.js`, 'utf8')).toBe('own');
  expect(await readFile(`${other}/pnpm-workspace.yaml`, 'utf8')).toBe(settings);
});

test('an update that fails to pack changes no file', async () => {
  const before = await readdir(`${folder}/packages`);
  await writeFile(`${parent}/pnpm.cjs`, 'process.exit(1);');
  rs.stubEnv('npm_execpath', `${parent}/pnpm.cjs`);
  await expect(updateOutside(folder)).rejects.toThrow('--pack-destination');
  rs.unstubAllEnvs();
  expect(await readdir(`${folder}/packages`)).toEqual(before);
});

test('does not write into a folder that exists', async () => {
  await expect(createOutside('promotions', 'promocoes', folder)).rejects.toThrow('already exists');
});
