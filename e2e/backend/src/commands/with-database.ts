import { existsSync } from 'node:fs';
import { readEnvironment } from '../environment.ts';
import type { Db } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/open-database.ts';

/**
 * Runs `work` on the database of `DATABASE_URL`, or else the embedded one in `DATA_DIR`.
 * @throws if there is neither
 */
export async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir = '.data/database' } = readEnvironment(process.env);
  if (!databaseUrl && !existsSync(dataDir)) throw new Error(`There is no database in ${dataDir}.`);
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}
