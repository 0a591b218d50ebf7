import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { DatabaseOptions } from '../db/database.ts';
import { MIGRATIONS } from '../db/open-database.ts';

const CACHE = fileURLToPath(new URL('../../../../.cache/databases', import.meta.url));

export interface FreshDatabase {
  options: DatabaseOptions;
  drop: () => Promise<void>;
}

/** Creates an empty database for a test: on a server, or embedded without one. */
export async function freshDatabase(server = process.env.DATABASE_URL): Promise<FreshDatabase> {
  if (!server) return { options: { image: await migratedImage() }, drop: async () => undefined };
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    options: { databaseUrl: url.href },
    drop: () => run(server, `drop database ${name} with (force)`),
  };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Returns a dump of an embedded database with all migrations, created once for each set of them.
 */
export async function migratedImage(): Promise<Blob> {
  const path = `${CACHE}/${await hashOfMigrations()}.tar`;
  const known = await readFile(path).catch(() => undefined);
  if (known) return new Blob([known]);
  const client = await PGlite.create();
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  const image = await client.dumpDataDir('none');
  await client.close();
  await mkdir(CACHE, { recursive: true });
  // Written under another name first, so that concurrent tests never read a partial file.
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, image.stream());
  await rename(unfinished, path);
  return image;
}

async function hashOfMigrations(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) hash.update(name).update(await readFile(`${MIGRATIONS}/${name}`));
  return hash.digest('hex').slice(0, 16);
}
