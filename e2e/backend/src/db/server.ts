import { setTimeout as wait } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Database, Exclusive } from './database.ts';
import { isLostLink } from './lost-link.ts';

/**
 * A link that has become silent must not hold queries for ever: TCP itself notices only after
 * minutes. The server ends a query first, so that the client's limit means a lost link.
 */
const STATEMENT_MS = 25_000;
const QUERY_MS = 30_000;
const CONNECT_MS = 10_000;
const PROBE_MS = 10_000;

const LOCK_RETRY_MS = 1000;
const LOCK_CHECK_MS = 3000;
/** The server ends the session of a holder that is suspended for this long, and so its lock. */
const LOCK_IDLE_MS = 9000;

/** Connects to a PostgreSQL server. Only running queries fail with a lost connection. */
export async function openServer(connectionString: string, migrationsFolder: string): Promise<Database> {
  const link = {
    connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_MS,
    connectionTimeoutMillis: CONNECT_MS,
  };
  const pool = new pg.Pool({
    ...link,
    max: 20,
    query_timeout: QUERY_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: QUERY_MS,
  });
  // The pool replaces a broken connection, and its running queries reject. Without these listeners
  // its error would end the process: the pool emits those of idle clients, other clients emit their
  // own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  await migrateAlone(link, migrationsFolder);
  const db = drizzle(pool);
  releaseAfterTransactions(db, pool);
  return {
    db,
    takeJobs: (onHeld) => compete({ ...link, query_timeout: LOCK_CHECK_MS }, ADVISORY_LOCKS.jobs, onHeld),
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Migrates on a connection of its own, since a migration may take longer than a query may. */
async function migrateAlone(link: pg.ClientConfig, migrationsFolder: string) {
  const client = new pg.Client(link);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    // Releases the lock.
    await client.end();
  }
}

/**
 * Replaces `db.transaction`, since Drizzle's doesn't release its connection if `begin` fails, and
 * returns one to the pool on which `rollback` has failed: both would leave the pool without a
 * usable connection after some interruptions.
 */
function releaseAfterTransactions(db: NodePgDatabase, pool: pg.Pool) {
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let failure: unknown;
    try {
      return await drizzle(client).transaction(work, config);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(isLostLink(failure));
    }
  };
}

/**
 * Competes for an advisory lock of the session, on a connection of its own: whoever loses the
 * connection loses the lock, and another instance gets it within seconds.
 */
function compete(link: pg.ClientConfig, lock: number, onHeld: () => void): Exclusive {
  let held = false;
  let closed = false;
  let client: pg.Client | undefined;

  async function hold() {
    const own = new pg.Client(link);
    client = own;
    const lost = new Promise<void>((resolve) => own.once('end', resolve));
    own.on('error', () => undefined);
    try {
      await own.connect();
      await own.query(`set idle_session_timeout = ${LOCK_IDLE_MS}`);
      while (!closed) {
        const { rows } = await own.query<{ held: boolean }>(
          held ? 'select true as held' : 'select pg_try_advisory_lock($1) as held',
          held ? [] : [lock],
        );
        if (!held && rows[0]?.held) {
          held = true;
          onHeld();
        }
        await Promise.race([lost, wait(held ? LOCK_CHECK_MS : LOCK_RETRY_MS, undefined, { ref: false })]);
      }
    } finally {
      held = false;
      await Promise.race([own.end().catch(() => undefined), wait(LOCK_RETRY_MS, undefined, { ref: false })]);
    }
  }

  const done = (async () => {
    while (!closed) {
      await hold().catch(() => undefined);
      if (!closed) await wait(LOCK_RETRY_MS, undefined, { ref: false });
    }
  })();

  return {
    isHeld: () => held,
    async release() {
      closed = true;
      held = false;
      await client?.end().catch(() => undefined);
      void done;
    },
  };
}
