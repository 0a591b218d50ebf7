/** Runs the commands of `.docs/backups.md`, in its order. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { databaseContents, emptyDatabase, migratedImage, startTestBackend } from '@e2e/backend/testing';
import { afterAll, expect, test } from '@rstest/core';
import { areProgramsRequired } from '../ensure-program.ts';
import { startPostgres } from '../postgres.ts';
import { commandsBelow } from '../product/page-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SKIPPED = 'New charges and orders get ids that were never used before.';
const home = mkdtempSync(join(tmpdir(), 'backups-'));
// The packaged server comes without `pg_dump`, which mustn't be older than the server.
const server = await startPostgres(['system']);
if (!server && areProgramsRequired())
  throw new Error("PostgreSQL's programs are missing and can't be installed");
afterAll(async () => {
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
});

const commandsOf = (heading: string) => commandsBelow('backups.md', heading);

/** Returns what the command prints. */
function run(command: string | undefined, env: Record<string, string>): string {
  if (!command) throw new Error('the page has no such command');
  const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
  const path = [join(ROOT, 'node_modules/.bin'), server?.programs, PATH].join(delimiter);
  // Runs the package script directly instead of through pnpm.
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const script = command.replace('pnpm data', scripts.data.replace('e2e/', `${ROOT}/e2e/`));
  return execFileSync('sh', ['-ec', script], {
    cwd: home,
    env: { ...env, NODE_OPTIONS, NODE_COMPILE_CACHE, PATH: path },
    stdio: 'pipe',
    encoding: 'utf8',
  });
}

async function fill(options: Parameters<typeof startTestBackend>[0]): Promise<void> {
  await (await startTestBackend({ ...options, seed: true })).close();
}

test.skipIf(!server)('restores a dump of PostgreSQL with every row and the same ledger', async () => {
  const [dump, restore] = commandsOf('PostgreSQL');
  const [skip] = commandsOf('After a restore');
  const url = server?.url ?? '';
  const { databaseUrl: DATABASE_URL } = await emptyDatabase(url);
  const { databaseUrl: RESTORED_URL } = await emptyDatabase(url);
  await fill({ databaseUrl: DATABASE_URL });
  run(dump, { DATABASE_URL });
  run(restore, { RESTORED_URL });
  const contents = await databaseContents({ databaseUrl: DATABASE_URL });
  expect(contents.tables.ledger_entries?.rows).toBeGreaterThan(10);
  expect(contents.ledger).toHaveProperty('wallet');
  expect(await databaseContents({ databaseUrl: RESTORED_URL })).toEqual(contents);
  expect(run(skip, { DATABASE_URL: RESTORED_URL })).toContain(SKIPPED);
});

test('restores a copy of the embedded folder with every row and the same ledger', async () => {
  const [copy, restore] = commandsOf('Embedded database');
  const [skip] = commandsOf('After a restore');
  const [DATA_DIR, RESTORED_DIR] = [join(home, 'original/database'), join(home, 'restored/database')];
  await fill({ dataDir: DATA_DIR, image: await migratedImage() });
  run(copy, { DATA_DIR });
  run(restore, { RESTORED_DIR });
  const contents = await databaseContents({ dataDir: DATA_DIR });
  expect(contents.tables.ledger_entries?.rows).toBeGreaterThan(10);
  expect(await databaseContents({ dataDir: RESTORED_DIR })).toEqual(contents);
  expect(run(skip, { DATA_DIR: RESTORED_DIR })).toContain(SKIPPED);
});
