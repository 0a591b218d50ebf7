import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { createWebAppFiles } from './files.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(`${tmpdir()}/web-app-`);
  for (const folder of ['.remotes', '.well-known', 'remotes']) {
    await mkdir(`${root}/${folder}`);
    await writeFile(`${root}/${folder}/a.json`, '{}');
  }
});
afterAll(() => rm(root, { recursive: true }));

test("doesn't serve the history of the registry, nor other hidden files", async () => {
  const { find } = createWebAppFiles(root);
  expect(await find('/remotes/a.json')).toBeDefined();
  expect(await find('/.well-known/a.json')).toBeDefined();
  for (const path of [
    '/.remotes/a.json',
    '//.remotes/a.json',
    '/remotes/../.remotes/a.json',
    '/\\.remotes/a.json',
  ])
    expect([path, await find(path)]).toEqual([path, undefined]);
});

test('sends a file immediately, and a smaller encoding of it later', async () => {
  const script = await readFile(`${import.meta.dirname}/web-server.ts`, 'utf8');
  await writeFile(`${root}/script.js`, script);
  const file = await createWebAppFiles(root, { recompressAfterMs: 0 }).find('/script.js');
  const first = await file?.encoded('br');
  const size = async () => (await file?.encoded('br'))?.length ?? 0;
  await expect.poll(size).toBeLessThan(first?.length ?? 0);
  const best = await file?.encoded('br');
  expect(brotliDecompressSync(best ?? '').toString()).toBe(script);
});
