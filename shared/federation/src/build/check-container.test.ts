import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { integrityOfBytes } from '@shared/registry/integrity';
import { unverifiedFiles } from './check-container.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/built-`);
  await mkdir(`${folder}/static`);
});
afterEach(() => rm(folder, { recursive: true }));

const hashOf = (content: string) => integrityOfBytes(Buffer.from(content));

test('lists scripts, styles, workers and WebAssembly without a hash', async () => {
  await writeFile(`${folder}/entry.js`, 'entry');
  for (const path of ['a.js', 'b.css', 'static/worker.mjs', 'static/decoder.wasm'])
    await writeFile(`${folder}/${path}`, path);
  expect((await unverifiedFiles(folder)).sort()).toEqual(
    ['a.js', 'b.css', 'entry.js', 'static/decoder.wasm', 'static/worker.mjs'].sort(),
  );
});

test('accepts code with its hash in a script, a page or a manifest', async () => {
  await writeFile(`${folder}/a.css`, 'style');
  await writeFile(`${folder}/static/worker.mjs`, 'worker');
  const entry = `load("${hashOf('style')}", "${hashOf('worker')}")`;
  await writeFile(`${folder}/entry.js`, entry);
  await writeFile(`${folder}/manifest.json`, JSON.stringify({ integrity: hashOf(entry) }));
  expect(await unverifiedFiles(folder)).toEqual([]);
  await writeFile(`${folder}/static/worker.mjs`, 'tampered');
  expect(await unverifiedFiles(folder)).toEqual(['static/worker.mjs']);
});
