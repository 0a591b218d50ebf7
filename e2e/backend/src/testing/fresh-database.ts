import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { type DatabaseOptions, MIGRATIONS } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/open-database.ts';

const CACHE = fileURLToPath(new URL('../../../../.cache/databases', import.meta.url));

/** Arbitrary key of an advisory lock. */
const TEMPLATE_LOCK = 20_260_102;
/** Of a test's backend. Each is a process of the server, which would take more time than queries. */
const CONNECTIONS = 4;
/** Names of the template databases, by server URL. */
const templates = new Map<string, Promise<string>>();

/**
 * Halves the time to open a dump: drops two unused databases and WAL segments, and reduces the
 * buffers that PGlite clears.
 */
const SMALL = [
  "update pg_database set datistemplate = false where datname like 'template_'",
  'drop database template0',
  'drop database template1',
  "alter system set shared_buffers = '16MB'",
  "alter system set min_wal_size = '2MB'",
  'checkpoint',
  'select pg_switch_wal()',
  'checkpoint',
];

export interface FreshDatabase {
  options: DatabaseOptions;
  drop: () => Promise<void>;
}

/**
 * Creates a database for a test, with all migrations and no rows: on a server, or embedded without
 * one.
 */
export async function freshDatabase(server = process.env.DATABASE_URL): Promise<FreshDatabase> {
  if (!server) return { options: { image: await migratedImage() }, drop: async () => undefined };
  const template = templates.get(server) ?? migratedTemplate(server);
  templates.set(server, template);
  const { databaseUrl, drop } = await createDatabase(server, await template);
  return { options: { databaseUrl, connections: CONNECTIONS }, drop };
}

/** Creates a database that other processes can open too: embedded ones are in `folder`, and empty. */
export async function freshStoredDatabase(folder: string): Promise<FreshDatabase> {
  return process.env.DATABASE_URL
    ? freshDatabase()
    : { options: { dataDir: join(folder, 'database') }, drop: async () => undefined };
}

/** Creates a database without any tables. */
export const emptyDatabase = (server: string) => createDatabase(server, 'template1');

async function createDatabase(server: string, template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withConnection(server, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return {
    databaseUrl: urlOf(server, name),
    drop: async () => {
      await withConnection(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs `work` on its own connection. */
async function withConnection<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns a database of the server with all migrations, created once per set of migrations. */
async function migratedTemplate(server: string): Promise<string> {
  const name = `test_migrated_${await hashOf()}`;
  await withConnection(server, async (client) => {
    // Only one of several concurrent workers creates it. The lock ends with the connection.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    // Renamed once it is complete, so that an interrupted run leaves no incomplete template.
    const unfinished = `${name}_${randomBytes(4).toString('hex')}`;
    await client.query(`create database ${unfinished}`);
    const database = await openDatabase({ databaseUrl: urlOf(server, unfinished) });
    await database.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

/** Returns a dump of an embedded database with all migrations, created once per set of them. */
export async function migratedImage(): Promise<Blob> {
  const path = `${CACHE}/${await hashOf(SMALL)}.tar`;
  const known = await readFile(path).catch(() => undefined);
  if (known) return new Blob([known]);
  const client = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] });
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  for (const statement of SMALL) await client.exec(statement);
  const image = await client.dumpDataDir('none');
  await client.close();
  await mkdir(CACHE, { recursive: true });
  // Written under another name first, so that concurrent tests never read a partial file.
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, image.stream());
  await rename(unfinished, path);
  return image;
}

/** Returns a hash that names a database after all migrations and then `statements`. */
async function hashOf(statements: string[] = []): Promise<string> {
  const hash = createHash('sha256').update(statements.join());
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) hash.update(name).update(await readFile(`${MIGRATIONS}/${name}`));
  return hash.digest('hex').slice(0, 16);
}
