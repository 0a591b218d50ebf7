/**
 * Measures the top-ups per second of the backend, and of a bare server with the same statements on
 * the same kind of database, embedded or on the server of `DATABASE_URL`. Prints a line of JSON:
 * `{ours, bare}`, in top-ups per second.
 */
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import pg from 'pg';
import { createBackend } from '../app.ts';
import type { PaymentProvider } from '../domain/money/payment/provider.ts';
import { importBrands } from '../network/import-brands.ts';
import type { DatabaseOptions, Db } from '../platform/database/database.ts';
import * as schema from '../platform/database/schema.ts';
import { type Driver, startBareServer } from './bare-top-up.ts';
import { freshDatabase } from './fresh-database.ts';
import { newPayer, type Payer } from './payers.ts';

const ROUNDS = 5;
const ROUND_MS = 1500;
/** Users who top up concurrently, each one top-up after another. */
const USERS = 16;

const database = await freshDatabase();
/** Responds at once, so that the backend's own work is measured. */
const payment: PaymentProvider = {
  saveCard: async () => undefined,
  deleteCard: async () => {},
  charge: async () => ({ state: 'paid' }),
  createPix: async () => ({ qrcodeText: '', invoiceId: '' }),
  lookUp: async () => undefined,
};
const backend = await createBackend({ ...database.options, payment });
const driver = await openDriver(database.options);
const bare = await startBareServer(driver);
const servers = {
  ours: { url: `${backend.url}/v1/api`, db: backend.context.db },
  bare: { url: bare.url, db: driver.db },
};
const perSecond = { ours: [] as number[], bare: [] as number[] };
// Alternate, so that load on the machine affects both equally; the first round warms up.
for (let round = 0; round <= ROUNDS; round++)
  for (const name of ['ours', 'bare'] as const) {
    const { url, db } = servers[name];
    // New ones in each round: the changes of a user in a minute are limited.
    const payers = await addPayers(db);
    const startedAt = performance.now();
    const deadline = startedAt + ROUND_MS;
    const counts = await Promise.all(payers.map((payer) => topUpUntil(url, payer, deadline)));
    const count = counts.reduce((sum, one) => sum + one, 0);
    if (round > 0) perSecond[name].push((count / (performance.now() - startedAt)) * 1000);
  }
console.log(JSON.stringify({ ours: median(perSecond.ours), bare: median(perSecond.bare) }));
bare.close();
await driver.close();
await backend.close();
await database.drop();

async function addPayers(db: Db): Promise<Payer[]> {
  const payers: Payer[] = [];
  for (let i = 0; i < USERS; i++)
    payers.push(await newPayer({ context: { ...backend.context, db } }, ['paid']));
  return payers;
}

async function topUpUntil(url: string, { token, cards }: Payer, deadline: number): Promise<number> {
  let count = 0;
  while (performance.now() < deadline) {
    const response = await fetch(`${url}/wallet/Balance`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ Ammount: 35, PaymentMethod: cards[0] }),
    });
    const { orderState } = (await response.json()) as { orderState?: string };
    if (orderState !== 'paid') throw new Error(`a top-up failed with ${response.status}`);
    count += 1;
  }
  return count;
}

/**
 * Opens the bare server's own connection. An embedded database has only one, so the bare server
 * gets its own database.
 */
async function openDriver({
  databaseUrl,
  image,
}: DatabaseOptions): Promise<Driver & { db: Db; close: () => Promise<void> }> {
  if (!databaseUrl) {
    const client = await PGlite.create({ ...(image && { loadDataDir: image }) });
    const db = drizzleEmbedded(client);
    // The backend has created these in its own database.
    await importBrands(db, undefined);
    await db.insert(schema.ledgerAccounts).values({ kind: 'cash', userId: 0 });
    return {
      db,
      query: (text, values) => client.query(text, values),
      transaction: (work) => client.transaction((tx) => work((text, values) => tx.query(text, values))),
      close: () => client.close(),
    };
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  return {
    db: drizzleServer(pool),
    query: (text, values) => pool.query(text, values),
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const done = await work((text, values) => client.query(text, values));
        await client.query('commit');
        return done;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
