import { readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgSchema } from 'drizzle-orm/pg-core';
import { type Database, type DatabaseOptions, type Db, MIGRATIONS } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { max } from './orm.ts';
import { openServer } from './server.ts';

/** Opens the database and migrates it to the newest schema. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options);
}

/** The table in which Drizzle records the migrations that it has applied. */
const applied = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }),
});

/**
 * Returns a function that checks whether the database lacks a migration of this release, as after
 * restoring an older backup while the server runs. It rejects if the database can't be read.
 */
export function createMigrationCheck(db: Db): () => Promise<boolean> {
  const times = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis);
  const newest = Math.max(...times);
  return async () => {
    const [row] = await db.select({ at: max(applied.createdAt) }).from(applied);
    return (row?.at ?? 0) < newest;
  };
}
