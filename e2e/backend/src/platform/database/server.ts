import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { systemClock, wait } from '../clock.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { needsNewConnection, reasonOf } from './connection-failure.ts';
import { type Database, type DatabaseOptions, type Exclusive, MIGRATIONS } from './database.ts';
import { preparingClient } from './preparing-client.ts';

/**
 * A dead connection must not block queries for long: TCP itself notices it only after minutes. The
 * server's limit is shorter, so that the client's limit implies a lost connection.
 */
const QUERY_MS = 30_000;
const SERVER_SHARE = 5 / 6;
const CONNECT_MS = 10_000;
const PROBE_MS = 10_000;

const LOCK_RETRY_MS = 1000;
const LOCK_CHECK_MS = 3000;
/** The server ends the session, and so the lock, of a holder that is suspended for this long. */
const LOCK_IDLE_MS = 9000;

/** Connects to a PostgreSQL server. A lost connection fails only the queries that run on it. */
export async function openServer(
  connectionString: string,
  { connections = 20, databaseMs }: Pick<DatabaseOptions, 'connections' | 'databaseMs'>,
): Promise<Database> {
  const queryMs = databaseMs ?? QUERY_MS;
  const clientConfig = {
    connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_MS,
    connectionTimeoutMillis: databaseMs ?? CONNECT_MS,
  };
  const pool = new pg.Pool({
    ...clientConfig,
    Client: preparingClient(),
    max: connections,
    query_timeout: queryMs,
    statement_timeout: queryMs * SERVER_SHARE,
    idle_in_transaction_session_timeout: queryMs,
  });
  // The pool replaces a broken connection, and its running queries reject. Without these listeners
  // the error would end the process: the pool emits errors of idle clients, a busy client its own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  await migrateAlone(clientConfig);
  const db = drizzle(pool);
  releaseAfterTransactions(db, pool);
  return {
    db,
    competeForJobs: (onHeld) =>
      compete(
        { ...clientConfig, query_timeout: databaseMs ?? LOCK_CHECK_MS },
        databaseMs ?? LOCK_IDLE_MS,
        onHeld,
      ),
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/** Migrates on a separate connection, since a migration may exceed the time limit of queries. */
async function migrateAlone(clientConfig: pg.ClientConfig) {
  const client = new pg.Client(clientConfig);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  } catch (error) {
    throw new Error(`The database of DATABASE_URL can't be used: ${reasonOf(error)}`, { cause: error });
  } finally {
    // Releases the lock.
    await client.end();
  }
}

/**
 * Replaces `db.transaction`, since Drizzle's doesn't release its connection if `begin` fails, and
 * returns it to the pool even if `rollback` has failed: both would leave the pool without a usable
 * connection after some interruptions.
 */
function releaseAfterTransactions(db: NodePgDatabase, pool: pg.Pool) {
  // One per connection: what `prepareOnce` has built for it is kept.
  const ofClient = new WeakMap<pg.PoolClient, NodePgDatabase>();
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    const own = ofClient.get(client) ?? drizzle(client);
    ofClient.set(client, own);
    let failure: unknown;
    try {
      return await own.transaction(work, config);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(needsNewConnection(failure));
    }
  };
}

/**
 * Competes for the advisory lock of the jobs, which belongs to its session, on a separate connection:
 * an instance that loses the connection loses the lock, and another one gets it within seconds.
 */
function compete(clientConfig: pg.ClientConfig, idleMs: number, onHeld: () => void): Exclusive {
  let held = false;
  let closed = false;
  let client: pg.Client | undefined;

  async function hold() {
    const session = new pg.Client(clientConfig);
    client = session;
    const lost = new Promise<void>((resolve) => session.once('end', resolve));
    session.on('error', () => undefined);
    try {
      await session.connect();
      await session.query(`set idle_session_timeout = ${idleMs}`);
      while (!closed) {
        const { rows } = await session.query<{ held: boolean }>(
          held ? 'select true as held' : 'select pg_try_advisory_lock($1) as held',
          held ? [] : [ADVISORY_LOCKS.jobs],
        );
        if (!held && rows[0]?.held) {
          held = true;
          onHeld();
        }
        await Promise.race([lost, wait(systemClock, held ? LOCK_CHECK_MS : LOCK_RETRY_MS)]);
      }
    } finally {
      held = false;
      await Promise.race([session.end().catch(() => undefined), wait(systemClock, LOCK_RETRY_MS)]);
    }
  }

  void (async () => {
    while (!closed) {
      await hold().catch(() => undefined);
      if (!closed) await wait(systemClock, LOCK_RETRY_MS);
    }
  })();

  return {
    isHeld: () => held,
    async release() {
      closed = true;
      held = false;
      await client?.end().catch(() => undefined);
    },
  };
}
