import { fileURLToPath } from 'node:url';
import type { Database, DatabaseOptions } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openServer } from './server.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Opens the database and migrates it to the newest schema. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { databaseUrl, dataDir, image } = options;
  if (databaseUrl) return openServer(databaseUrl, MIGRATIONS, options);
  return openEmbedded(dataDir, image, MIGRATIONS);
}
