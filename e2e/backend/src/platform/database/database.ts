/** The database: embedded PostgreSQL (PGlite) or a server, behind one interface. */
import { fileURLToPath } from 'node:url';
import { type PgDatabase, type PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Runs queries. Inside a transaction, use only its `Db`: PGlite has a single connection. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * Runs `work` in one transaction: that of `db` if it is one. A failure then ends all of it, whereas
 * `db.transaction` would make a savepoint.
 */
export const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  isTransaction(db) ? work(db) : db.transaction(work);

const isTransaction = (db: Db): boolean => db instanceof PgTransaction;

/** A lock that only one instance can hold. */
export interface Exclusive {
  isHeld(): boolean;
  /** Releases the lock for other instances, and stops competing for it. */
  release(): Promise<void>;
}

export interface Database {
  db: Db;
  /**
   * Competes for the lock on the periodic work of all instances. Calls `onHeld` each time this
   * instance gets it. The lock is lost with the connection.
   */
  competeForJobs(onHeld: () => void): Exclusive;
  /** Counts the pool's connections and waiting queries. Missing for the embedded database. */
  pool?(): Record<'busy' | 'idle' | 'waiting', number>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server, such as `postgres://user@localhost/name`. Without it, PGlite. */
  databaseUrl?: string | undefined;
  /** Maximum number of connections to the server; 20 by default. */
  connections?: number | undefined;
  /**
   * Time limit in ms of a query, of the wait for a connection to the server, and of the check and the
   * idleness of the session that holds the jobs' lock; 30, 10, 3 and 9 s by default.
   */
  databaseMs?: number | undefined;
  /** Folder of PGlite's data. Without it, PGlite runs in memory. */
  dataDir?: string | undefined;
  /** Dump of a data folder from which PGlite starts, five times as fast as from an empty one. */
  image?: Blob | undefined;
}
