import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Database } from '../../../platform/database/database.ts';
import { openDatabase } from '../../../platform/database/open-database.ts';
import { eq, inArray, sql } from '../../../platform/database/orm.ts';
import { holds, ledgerEntries, ledgerTransfers } from '../../../platform/database/schema.ts';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { balanceOf, increaseHold, openHold, settle, topUp } from './ledger.ts';

const WORKERS = 32;
const STEPS = 25;
const USERS = [1, 2, 3, 4, 5];
/**
 * A server gets two pools of 20 connections, so that each worker has its own. The single connection
 * of an embedded database can't be killed.
 */
const isServer = process.env.DATABASE_URL !== undefined;

let databases: Database[];
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  databases = [await openDatabase(fresh.options)];
  if (isServer) databases.push(await openDatabase(fresh.options));
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await drop();
});

const below = (limit: number) => Math.floor(Math.random() * limit);
const oneOf = <T>(list: readonly T[]): T => {
  const one = list[below(list.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
};
const database = (worker: number) => {
  const found = databases[worker % databases.length];
  if (!found) throw new Error('no database');
  return found;
};

/** Operations that the ledger acknowledged and must contain. */
const acknowledged = {
  topUps: new Map<string, { user: number; cents: number }>(),
  settled: new Map<number, number>(),
};
/** Requested top-ups, which the ledger may contain. */
const requested = new Map<string, { user: number; cents: number }>();
const open: number[] = [];
let failedSteps = 0;

async function step(db: Database['db'], reference: string): Promise<void> {
  const user = oneOf(USERS);
  const cents = 1 + below(5_000);
  const kind = below(4);
  if (kind === 0 || open.length === 0) {
    requested.set(reference, { user, cents });
    await topUp(db, user, cents, reference);
    acknowledged.topUps.set(reference, { user, cents });
    const hold = await openHold(db, user, below(cents));
    if (hold !== undefined) open.push(hold);
  } else if (kind === 1) await increaseHold(db, oneOf(open), cents);
  else {
    const hold = oneOf(open);
    if (await settle(db, hold, cents)) acknowledged.settled.set(hold, cents);
  }
}

async function work(worker: number): Promise<void> {
  // On a server, continues until a connection was killed.
  for (let i = 0; i < STEPS || (isServer && failedSteps === 0); i++) {
    try {
      await step(database(worker).db, `step:${worker}:${i}`);
    } catch {
      // The connection was killed; the operation may or may not have been written.
      failedSteps++;
    }
  }
}

/** Ends busy connections one after another until `isDone`. */
async function kill(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await wait(25);
    await database(0)
      .db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
          order by random() limit 1`,
      )
      .catch(() => undefined);
  }
}

test('balances and keeps acknowledged operations while the connections of 32 workers are killed', async () => {
  let done = false;
  const killer = isServer ? kill(() => done) : undefined;
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  done = true;
  await killer;
  expect(failedSteps > 0).toBe(isServer);

  const { db } = database(0);
  const [sum] = await db.select({ all: sql<string>`sum(${ledgerEntries.cents})` }).from(ledgerEntries);
  expect(Number(sum?.all)).toBe(0);

  const references = [...requested.keys()];
  const written = await db
    .select({ reference: ledgerTransfers.reference })
    .from(ledgerTransfers)
    .where(inArray(ledgerTransfers.reference, references));
  const found = new Set(written.map(({ reference }) => reference));
  for (const reference of acknowledged.topUps.keys()) expect(found).toContain(reference);
  for (const [hold, cents] of acknowledged.settled) {
    const [row] = await db.select().from(holds).where(eq(holds.id, hold));
    expect(row?.billedCents).toBe(cents);
  }

  for (const user of USERS) {
    const { cents, funds } = await balanceOf(db, user);
    expect(funds.wallet).toBeGreaterThanOrEqual(0);
    expect(funds.held).toBeGreaterThanOrEqual(0);
    expect(funds.owed).toBeLessThanOrEqual(0);
    const paidIn = [...requested]
      .filter(([reference, payment]) => payment.user === user && found.has(reference))
      .reduce((total, [, payment]) => total + payment.cents, 0);
    const [billed] = await db
      .select({ cents: sql<string>`coalesce(sum(${holds.billedCents}), 0)` })
      .from(holds)
      .where(eq(holds.userId, user));
    expect(cents).toBe(paidIn - Number(billed?.cents));
  }
});
