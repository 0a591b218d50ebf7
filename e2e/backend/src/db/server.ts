import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database } from './database.ts';
import * as schema from './schema.ts';

/** Any constant: makes instances that start together migrate one after the other. */
export const MIGRATION_LOCK = 20_260_101;
const RECONNECT_MS = 1000;
const PROBE_MS = 30_000;

/** Connects to a PostgreSQL server. Only running queries fail with a lost connection. */
export async function openServer(connectionString: string, migrationsFolder: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString, max: 20 });
  // The pool replaces a broken connection, and its running queries reject. Without these listeners
  // its error would end the process: the pool emits those of idle clients, other clients emit their
  // own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  await migrateAlone(pool, migrationsFolder);
  const db = drizzle(pool, { schema });
  const listener = createListener(connectionString);
  return {
    db,
    listen: listener.listen,
    async notify(channel, payload) {
      await db.execute(sql`select pg_notify(${channel}, ${payload})`);
    },
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

async function migrateAlone(pool: pg.Pool, migrationsFolder: string) {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client, { schema }), { migrationsFolder });
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    client.release();
  }
}

interface Listener {
  onMessage: (payload: string) => void;
  onMissed: () => void;
}

/** Listens on its own connection, outside of the pool, and reconnects after a failure. */
function createListener(connectionString: string) {
  const listeners = new Map<string, Listener>();
  let client: pg.Client | undefined;
  let closed = false;

  async function connect() {
    // Nothing is ever sent on this connection, so only TCP keep-alive detects that it is dead.
    const fresh = new pg.Client({ connectionString, keepAlive: true, keepAliveInitialDelayMillis: PROBE_MS });
    fresh.on('notification', ({ channel, payload }) => listeners.get(channel)?.onMessage(payload ?? ''));
    fresh.on('error', () => void reconnect(fresh));
    await fresh.connect();
    for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (closed) return fresh.end();
    client = fresh;
  }

  async function reconnect(broken: pg.Client) {
    if (client !== broken) return;
    client = undefined;
    while (!closed && !client) {
      await wait(RECONNECT_MS);
      if (!closed) await connect().catch(() => undefined);
    }
    if (client) for (const { onMissed } of listeners.values()) onMissed();
  }

  return {
    async listen(channel: string, onMessage: Listener['onMessage'], onMissed: Listener['onMissed']) {
      listeners.set(channel, { onMessage, onMissed });
      if (client) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      else await connect();
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
