/** Moves an embedded database to a PostgreSQL server, which these tests need. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@rstest/core';
import pg from 'pg';
import { createBackend } from '../app.ts';
import { demoEmails } from '../demo/seed/people.ts';
import { addMonths } from '../domain/charging/meter-values/months.ts';
import { balanceOf, openHold, topUp } from '../domain/money/wallet/ledger.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { sql } from '../platform/database/orm.ts';
import { idempotencyResponses, meterValues, users } from '../platform/database/schema.ts';
import { databaseContents } from '../testing/database-contents.ts';
import { emptyDatabase, migratedImage } from '../testing/fresh-database.ts';
import { startTestBackend } from '../testing/test-backend.ts';
import { ledgerSum } from './contents.ts';
import { moveData } from './move-data.ts';

const ODD_NAME = 'Zé "Aspas" \\ barra\n{vírgula, null} 🚗';
const COMMAND = resolve(import.meta.dirname, '../commands/data-command.ts');
const execute = promisify(execFile);
const drops: (() => Promise<void>)[] = [];
let home = '';
let dataDir = '';

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'move-'));
  dataDir = join(home, 'database');
  const backend = await startTestBackend({ dataDir, image: await migratedImage(), seed: true });
  const { db } = backend.context;
  const [user] = await db
    .insert(users)
    .values([
      { brandId: 1, email: 'ze@example.com', name: ODD_NAME, createdAt: new Date(1_234_567_890_123) },
      { brandId: 1, email: 'gone@example.com', name: 'Excluída' },
    ])
    .returning();
  if (!user) throw new Error('the insert returned no user');
  await topUp(db, user.id, 12_345, 'test:1');
  await openHold(db, user.id, 500);
  // A JSON null isn't an SQL null.
  await db
    .insert(idempotencyResponses)
    .values({ userId: user.id, key: 'k', contentHash: '', response: sql`'null'::jsonb` });
  // The next user must not get this one's id.
  await db.execute(sql`delete from users where email = 'gone@example.com'`);
  await addMonths(backend.context);
  const sampledAt = backend.context.now();
  await db.insert(meterValues).values({ transactionId: 1, sampledAt, wh: 4711 });
  await backend.close();
});
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop();
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function emptyTarget() {
  const { DATABASE_URL: server } = process.env;
  if (!server) throw new Error('this test needs a PostgreSQL server: set DATABASE_URL');
  const { databaseUrl, drop } = await emptyDatabase(server);
  drops.push(drop);
  return databaseUrl;
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the names of a target's schemas, relations and functions. */
const objectsOf = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select nspname || '.' || name as name from pg_namespace
        left join (select relnamespace as space, relname::text as name from pg_class
          union select pronamespace, proname::text from pg_proc) as objects on space = pg_namespace.oid
        where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
    );
    return rows.map(({ name }) => name);
  });

const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
const command = (env: Record<string, string>, ...args: string[]) =>
  execute(process.execPath, [COMMAND, ...args], {
    env: { ...env, PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, DATA_DIR: dataDir },
  });

const withServer = test.skipIf(!process.env.DATABASE_URL);

withServer('moves rows, values and id sequences, prints the ledger and serves from the target', async () => {
  const target = await emptyTarget();
  const { stdout } = await command({ DATABASE_URL: target }, 'move');
  expect(stdout).toMatch(/^ +\d+ {2}users$/m);
  expect(stdout).toMatch(/Copied \d{3,} rows of \d{2} tables\. Both databases have the same contents\./);
  expect(stdout).toMatch(/The ledger sums to zero, in cents: .*wallet \d+/);

  const backend = await createBackend({ databaseUrl: target, sandbox: true });
  const { db } = backend.context;
  const storedUsers = await db.select().from(users);
  const moved = storedUsers.find(({ email }) => email === 'ze@example.com');
  expect(moved).toMatchObject({ name: ODD_NAME, createdAt: new Date(1_234_567_890_123) });
  expect(await balanceOf(db, moved?.id ?? 0)).toEqual({
    cents: 12_345,
    funds: { wallet: 11_845, held: 500, owed: 0 },
  });
  expect(storedUsers.map(({ email }) => email)).toContain(demoEmails.ana);
  const [next] = await db
    .insert(users)
    .values({ brandId: 1, email: 'new@example.com', name: 'Nova' })
    .returning();
  expect(next?.id).toBe((moved?.id ?? 0) + 2);
  await backend.close();
  const values = await withClient(target, (client) =>
    client.query(
      'select wh, sampled_at, tableoid::regclass::text as table from meter_values where wh = 4711',
    ),
  );
  const month = values.rows[0]?.sampled_at.toISOString().slice(0, 7).replace('-', '_');
  expect(values.rows).toMatchObject([{ wh: '4711', table: `meter_values_${month}` }]);
  const responses = await withClient(target, (client) =>
    client.query(`select answer is null as absent, answer::text from idempotency_answers where key = 'k'`),
  );
  expect(responses.rows).toEqual([{ absent: false, answer: 'null' }]);
});

withServer('copies exactly what the embedded database contains', async () => {
  const target = await emptyTarget();
  const contents = await moveData(dataDir, target);
  expect(ledgerSum(contents)).toBe(0n);
  expect(Object.keys(contents.ledger)).toContain('held');
  expect(await databaseContents({ databaseUrl: target })).toEqual(contents);
});

withServer('refuses a target that has a table, and leaves it unchanged', async () => {
  const target = await emptyTarget();
  await withClient(target, (client) => client.query('create table notes (text text)'));
  const initialObjects = await objectsOf(target);
  await expect(moveData(dataDir, target)).rejects.toThrow("The target isn't empty: it has public.notes.");
  expect(await objectsOf(target)).toEqual(initialObjects);
});

withServer('leaves the target empty when the copy fails at the last table', async () => {
  const target = await emptyTarget();
  const initialObjects = await objectsOf(target);
  let tables = 0;
  const failing = moveData(dataDir, target, (name) => {
    tables += 1;
    if (name === 'notices') throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(tables).toBeGreaterThan(20);
  expect(await objectsOf(target)).toEqual(initialObjects);
  expect(existsSync(`${dataDir}.pid`), 'the folder is still claimed').toBe(false);
});

withServer('refuses a ledger that does not sum to zero and leaves the target empty', async () => {
  const damaged = join(home, 'damaged');
  await cp(dataDir, damaged, { recursive: true });
  const { db, close } = await openDatabase({ dataDir: damaged });
  await db.execute(sql`alter table ledger_entries disable trigger all`);
  await db.execute(sql`insert into ledger_entries (transfer_id, account_id, cents) values (1, 1, 7)`);
  await close();
  const target = await emptyTarget();
  await expect(moveData(damaged, target)).rejects.toThrow(/does not balance|sum to zero/);
  expect(await objectsOf(target)).toEqual(await objectsOf(await emptyTarget()));
});

withServer('refuses an embedded database that another process has open', async () => {
  const target = await emptyTarget();
  // Ends with its input, that is with this process at the latest.
  const holder = spawn('cat');
  await writeFile(`${dataDir}.pid`, String(holder.pid));
  try {
    await expect(moveData(dataDir, target)).rejects.toThrow(`is open in process ${holder.pid}`);
  } finally {
    const exited = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill();
    await exited;
  }
});

test('reports a missing folder and an unreachable target, in one line and without a password', async () => {
  await expect(moveData(join(home, 'missing'), 'postgres://127.0.0.1/x')).rejects.toThrow(
    /^There is no database in .*missing\.$/,
  );
  const refused = command({ DATABASE_URL: 'postgres://app:secret@127.0.0.1:1/app' }, 'move');
  const { stderr } = await refused.then(
    () => ({ stderr: '' }),
    (error: { stderr: string }) => error,
  );
  expect(stderr).toMatch(/^The target can't be reached: .*ECONNREFUSED.*\n$/);
  expect(stderr).not.toContain('secret');
});

test.each(['postgres://app:secret@127.0.0.1:1/app', 'postgres://app@127.0.0.1:1/app?password=secret'])(
  'refuses a password in an argument, without printing it: %s',
  async (url) => {
    const refused = command({}, 'move', url);
    const { stderr } = await refused.then(
      () => ({ stderr: '' }),
      (error: { stderr: string }) => error,
    );
    expect(stderr).toMatch(/^Set DATABASE_URL instead: /);
    expect(stderr).not.toContain('secret');
  },
);
