/** Runs the command as an operator would, with the example in its documentation. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { readStored } from '../network/network.testing.ts';
import type { DatabaseOptions } from '../platform/database/database.ts';
import { claimFolder } from '../platform/database/one-process.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { type FreshDatabase, freshStoredDatabase, migratedImage } from '../testing/fresh-database.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const COMMAND = fileURLToPath(new URL('network-command.ts', import.meta.url));
const DOCUMENTATION = join(ROOT, '.docs/network.md');

const home = await mkdtemp(join(tmpdir(), 'network-'));
const file = join(home, 'network.yaml');
const [, example = ''] = /```yaml\n(.*?)```/s.exec(await readFile(DOCUMENTATION, 'utf8')) ?? [];
let fresh: FreshDatabase;
let options: DatabaseOptions;
beforeAll(async () => {
  fresh = await freshStoredDatabase(home);
  options = fresh.options;
});
afterAll(async () => {
  await fresh.drop();
  await rm(home, { recursive: true });
});

/** Runs the command without a terminal, so it can't prompt. */
function run({ databaseUrl = '', dataDir = '' }: DatabaseOptions, ...args: string[]) {
  const env = { ...process.env, NODE_ENV: '', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SITE_DIR: home };
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const child = execFile(process.execPath, [COMMAND, 'apply', file, ...args], { env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    );
    child.stdin?.end();
  });
}

async function storedSites(where: DatabaseOptions) {
  const database = await openDatabase(where);
  try {
    return Object.keys((await readStored(database.db)).sites);
  } finally {
    await database.close();
  }
}

test('previews the example in the documentation, applies it, and then finds no changes', async () => {
  await writeFile(file, example);
  const shown = await run(options);
  expect(shown).toMatchObject({
    code: 1,
    error: 'Nothing was applied. Use --yes to apply without confirmation.\n',
  });
  expect(shown.out).toContain('create  charge point BR0001: at praca-da-se\n');
  expect(await storedSites(options)).toEqual([]);

  expect(await run(options, '--yes')).toEqual({ code: 0, out: `${shown.out}Applied.\n`, error: '' });
  expect(await storedSites(options)).toEqual(['praca-da-se']);
  const [, secret = ''] = /secret: (\w+)/.exec(example) ?? [];
  expect(secret).not.toBe('');
  expect(shown.out).not.toContain(secret);
  expect(await run(options, '--dry-run')).toEqual({ code: 0, out: 'No changes.\n', error: '' });
});

test('reports the line of an unknown brand, and applies nothing', async () => {
  await writeFile(file, example.replace(/^brands: .*/m, 'brands: [faisca, nobody]'));
  expect(await run(options, '--yes', '--prune')).toEqual({
    code: 1,
    out: '',
    error: `${file}:1:18: brands.1 there is no brand 'nobody' in the build: add it with pnpm brand add, then pnpm build\n`,
  });
});

test('refuses an embedded database that another process has open, and applies to it afterwards', async () => {
  await writeFile(file, example);
  const dataDir = join(home, 'embedded');
  await (await openDatabase({ dataDir, image: await migratedImage() })).close();
  const release = claimFolder(dataDir);
  expect(await run({ dataDir }, '--yes')).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringContaining(`is open in process ${process.pid}. Stop that process`),
  });
  release();
  expect(await run({ dataDir }, '--yes')).toMatchObject({ code: 0, error: '' });
});
