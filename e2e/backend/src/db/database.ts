/** The database: embedded PostgreSQL (PGlite) or a server, behind one interface. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** Runs queries. Inside a transaction use only its own: PGlite has a single connection. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Database {
  db: Db;
  /**
   * Calls `onMessage` for every notification on `channel`, from any instance, and `onMissed` when it
   * listens again after an interruption.
   */
  listen(channel: string, onMessage: (payload: string) => void, onMissed: () => void): Promise<void>;
  /** Sends at most 8,000 bytes (PostgreSQL's limit): ids, never contents. */
  notify(channel: string, payload: string): Promise<void>;
  /** Returns the numbers of the pool's connections and of the queries that wait for one. Embedded: none. */
  pool?(): Record<'busy' | 'idle' | 'waiting', number>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server, such as `postgres://user@localhost/name`. Without it, PGlite. */
  databaseUrl?: string | undefined;
  /** Folder of PGlite's data; in memory without it. */
  dataDir?: string | undefined;
  /** Dump of a data folder from which PGlite starts, five times as fast as from an empty one. */
  image?: Blob | undefined;
}
