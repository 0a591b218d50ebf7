import { afterAll, afterEach, beforeAll, expect, rs, test } from '@rstest/core';
import { startBreakableProxy } from '../../../../tests/breakable-proxy.ts';
import { createBackend } from '../../app.ts';
import { LONG_LIMITS } from '../../testing/test-backend.ts';
import { systemClock } from '../clock.ts';
import type { Database, Exclusive } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { eq, sql } from '../database/orm.ts';
import { instances } from '../database/schema.ts';
import { systemRandomness } from '../randomness.ts';
import { freshServerDatabase } from './cluster.testing.ts';
import { endLease, registerInstance, renewLease } from './instances.ts';

let fresh: Awaited<ReturnType<typeof freshServerDatabase>>;
let database: Database;
beforeAll(async () => {
  fresh = await freshServerDatabase();
  database = await openDatabase(fresh.options);
});
afterEach(async () => {
  await database.db.delete(instances);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const register = (shared: boolean, log?: { warn: () => void }, leaseMs?: number) =>
  registerInstance(
    { db: database.db, clock: systemClock, randomness: systemRandomness, ...(log && { log }) },
    shared,
    leaseMs,
  );

const expiresIn = (id: string, seconds: number) =>
  database.db
    .update(instances)
    .set({ expiresAt: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where(eq(instances.id, id));

test('refuses to start beside a live instance unless both use NATS, with instructions', async () => {
  const running = await register(false, undefined, LONG_LIMITS.leaseMs);
  let renewal: Promise<unknown> = Promise.resolve();
  const renew = () => {
    renewal = renewal.then(() => renewLease(database.db, running, LONG_LIMITS.leaseMs));
  };
  const renewing = setInterval(renew, 200);
  try {
    const withoutNats = createBackend({ ...fresh.options, sandbox: true });
    await expect(withoutNats).rejects.toThrow(
      /Another server runs on this database \(process \d+ on .*set the same NATS_URL/,
    );
    await expect(register(true)).rejects.toThrow('it was started without NATS_URL');
  } finally {
    clearInterval(renewing);
    await renewal;
  }
});

test('starts beside a live instance if both use NATS', async () => {
  const first = await register(true);
  const second = await register(true);
  expect(second.id).not.toBe(first.id);
});

test('waits for the lease of a crashed instance to expire', async () => {
  const crashed = await register(false);
  const begun = performance.now();
  await expiresIn(crashed.id, 1.5);
  await register(false);
  expect(performance.now() - begun).toBeGreaterThan(1000);
});

test('starts at once after an instance that has ended its lease', async () => {
  await endLease(database.db, await register(false));
  const warn = rs.fn();
  await register(false, { warn });
  // Logged when it waits for a lease.
  expect(warn).not.toHaveBeenCalled();
});

test('reports a lapsed lease, and a conflict with an instance that it can’t reach', async () => {
  const instance = await register(false);
  expect(await renewLease(database.db, instance)).toBe('renewed');
  await expiresIn(instance.id, -1);
  expect(await renewLease(database.db, instance)).toBe('lapsed');
  expect(await renewLease(database.db, instance)).toBe('renewed');
  await expiresIn(instance.id, -1);
  await register(false);
  expect(await renewLease(database.db, instance)).toBe('conflict');
});

test('gives the periodic work to one instance, and to another one when its connection is lost or it stops', async () => {
  // A holder that only is slow doesn't lose the lock.
  const options = { ...fresh.options, databaseMs: LONG_LIMITS.databaseMs };
  const databases = await Promise.all([1, 2, 3].map(() => openDatabase(options)));
  const competitors: Exclusive[] = [];
  let begun = 0;
  const count = () => {
    begun += 1;
  };
  for (const { competeForJobs } of databases) competitors.push(competeForJobs(count));
  const holders = () => competitors.filter((exclusive) => exclusive.isHeld());
  await expect.poll(() => holders().length).toBe(1);

  const [first] = holders();
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and granted`,
  );
  await expect.poll(() => begun).toBe(2);
  await expect.poll(() => holders().length).toBe(1);

  await holders()[0]?.release();
  await expect.poll(() => begun).toBe(3);
  expect(holders()).toHaveLength(1);
  expect(first).toBeDefined();
  await Promise.all(competitors.map((exclusive) => exclusive.release()));
  await Promise.all(databases.map((one) => one.close()));
});

test('keeps the pool usable when transactions lose their connections repeatedly', async () => {
  const url = new URL(fresh.url);
  const proxy = await startBreakableProxy(`http://${url.host}`);
  url.port = new URL(proxy.url).port;
  const proxied = await openDatabase({ databaseUrl: url.href });
  const transact = () => proxied.db.transaction(async (tx) => tx.execute(sql`select 1`));
  for (let round = 0; round < 3; round += 1) {
    // As many as the pool has connections.
    await Promise.all(Array.from({ length: 20 }, transact));
    proxy.cut();
    const lost = await Promise.allSettled(Array.from({ length: 20 }, transact));
    expect(lost.every(({ status }) => status === 'rejected')).toBe(true);
    proxy.restore();
  }
  await expect
    .poll(() =>
      transact().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await Promise.all(Array.from({ length: 40 }, transact));
  await proxied.close();
  await proxy.close();
});
