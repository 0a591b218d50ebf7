/** The database: embedded PostgreSQL (PGlite) or a server, behind one interface. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Runs queries. Inside a transaction use only its own: PGlite has a single connection. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** A lock that one instance at a time holds. */
export interface Exclusive {
  isHeld(): boolean;
  /** Lets another instance have it. */
  release(): Promise<void>;
}

export interface Database {
  db: Db;
  /**
   * Competes for the periodic work of all instances. Calls `onHeld` each time this instance gets
   * it; it may be lost again with the connection.
   */
  takeJobs(onHeld: () => void): Exclusive;
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
