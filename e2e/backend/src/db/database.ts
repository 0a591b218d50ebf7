/** The database: an embedded PostgreSQL (PGlite) or a server's, behind one interface. */
import { fileURLToPath } from 'node:url';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { openEmbedded } from './embedded.ts';
import type * as schema from './schema.ts';
import { openServer } from './server.ts';

/** Queries, in or outside of a transaction. Inside one use the transaction's own: PGlite has a single connection. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Database {
  db: Db;
  /**
   * Calls `heard` for every notification on `channel`, from whatever instance it came, and `missed` when it listens
   * again after a time in which it couldn't.
   */
  listen(channel: string, heard: (payload: string) => void, missed: () => void): Promise<void>;
  /** Sends at most 8,000 bytes: ids, never contents. */
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server, such as `postgres://user@localhost/name`. Without it, PGlite. */
  databaseUrl?: string | undefined;
  /** Folder of PGlite's data; in memory without it. */
  dataDir?: string | undefined;
  /** PGlite begins from this dump of a data folder, which takes a fifth of the time of an empty beginning. */
  image?: Blob | undefined;
}

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Opens the database and brings it to the newest migration. */
export async function openDatabase({ databaseUrl, dataDir, image }: DatabaseOptions = {}): Promise<Database> {
  if (databaseUrl) return openServer(databaseUrl, MIGRATIONS);
  return openEmbedded(dataDir, image, MIGRATIONS);
}
