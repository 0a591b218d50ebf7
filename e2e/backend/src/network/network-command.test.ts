/** The command as an operator runs it, with the example of its documentation. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { DatabaseOptions } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { readStored } from './testing.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const COMMAND = fileURLToPath(new URL('network-command.ts', import.meta.url));
const DOCUMENTATION = join(ROOT, '.docs/network.md');

let home: string;
let file: string;
let example: string;
let options: DatabaseOptions;
let drop: () => Promise<void>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'network-'));
  file = join(home, 'network.yaml');
  [, example = ''] = /```yaml\n(.*?)```/s.exec(await readFile(DOCUMENTATION, 'utf8')) ?? [];
  const database = await freshDatabase();
  drop = database.drop;
  const { databaseUrl } = database.options;
  options = databaseUrl ? { databaseUrl } : { dataDir: join(home, 'database') };
});
afterAll(async () => {
  await drop();
  await rm(home, { recursive: true });
});

/** Runs the command without a terminal, so it can't ask. */
async function run(...args: string[]) {
  const { DATABASE_URL: _, ...env } = process.env;
  const where = { DATABASE_URL: options.databaseUrl ?? '', DATA_DIR: options.dataDir ?? '', SITE_DIR: home };
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [COMMAND, ...args],
      { cwd: ROOT, env: { ...env, ...where, NODE_ENV: '' } },
      (_error, out, error) => resolve({ code: child.exitCode ?? -1, out, error }),
    );
    child.stdin?.end();
  });
}

async function stored() {
  const database = await openDatabase(options);
  try {
    return await readStored(database.db);
  } finally {
    await database.close();
  }
}

test('shows, applies and finds unchanged the example of the documentation', async () => {
  await writeFile(file, example);
  const dry = await run('apply', file, '--dry-run');
  expect(dry).toMatchObject({ code: 0, error: '' });
  expect(dry.out).toContain('create  charge point BR0001: at praca-da-se\n');
  expect((await stored()).sites).toEqual({});

  const unconfirmed = await run('apply', file);
  expect(unconfirmed).toMatchObject({ code: 1, out: dry.out });
  expect(unconfirmed.error).toBe('Nothing was applied. To apply without a question: --yes\n');
  expect((await stored()).sites).toEqual({});

  const applied = await run('apply', file, '--yes');
  expect(applied).toMatchObject({ code: 0, out: `${dry.out}Applied.\n` });
  const [, secret = ''] = /secret: (\w+)/.exec(example) ?? [];
  expect(secret).not.toBe('');
  expect(applied.out).not.toContain(secret);
  expect(Object.keys((await stored()).sites)).toEqual(['praca-da-se']);
  expect(await run('apply', file)).toMatchObject({ code: 0, out: 'No changes.\n' });
});

test('reports the lines of a file that contradicts itself or the site, and applies nothing', async () => {
  const before = await stored();
  await writeFile(file, example.replace(/^brands: .*/m, 'brands: [faisca, nobody]'));
  expect(await run('apply', file, '--yes', '--prune')).toMatchObject({
    ...{ code: 1, out: '' },
    error: expect.stringMatching(/network\.yaml:\d+:\d+: brands\.1 there is no brand 'nobody' in the site/),
  });
  await writeFile(file, `${example}\ncupons: []\n`);
  const { code, error } = await run('apply', file, '--yes');
  expect({ code, error }).toEqual({
    code: 1,
    error: `${file}:${example.split('\n').length + 1}:1: cupons is not known here\n`,
  });
  expect(await stored()).toEqual(before);
});

test('refuses an embedded database that another process has open', async () => {
  if (!options.dataDir) return;
  await writeFile(file, example);
  const database = await openDatabase(options);
  try {
    expect(await run('apply', file, '--dry-run')).toMatchObject({
      ...{ code: 1, out: '' },
      error: expect.stringContaining(`is open in process ${process.pid}. Stop that one`),
    });
  } finally {
    await database.close();
  }
});
