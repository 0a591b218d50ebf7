import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { parse } from 'yaml';
import { ROOT } from '../workspace.ts';
import { createOutside } from './create-outside.ts';

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

test('does not write into a folder that exists', async () => {
  await expect(createOutside('promotions', 'promocoes', folder)).rejects.toThrow('already exists');
});
