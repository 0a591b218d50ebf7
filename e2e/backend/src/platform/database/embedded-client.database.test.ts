import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from '@rstest/core';
import { drizzle } from 'drizzle-orm/pglite';
import { migratedImage } from '../../testing/fresh-database.ts';
import { EmbeddedClient } from './embedded-client.ts';
import { sql } from './orm.ts';

const loadDataDir = await migratedImage();
const [pglite, embeddedClient] = await Promise.all([
  PGlite.create({ loadDataDir }),
  EmbeddedClient.open({ loadDataDir }),
]);
const pgliteDb = drizzle(pglite);
const embeddedDb = drizzle(embeddedClient);
afterAll(async () => {
  await pglite.close();
  await embeddedClient.close();
});

const VALUES = sql`select
  timestamptz '2026-01-02 03:04:05.678+00' as instant, timestamp '2026-01-02 03:04:05' as local,
  date '2026-01-02' as day, interval '90 minutes' as duration, 1.50::numeric as price,
  9007199254740993::int8 as large, 7 as small, true as flag, null as nothing, '{"a":[1]}'::jsonb as document,
  array[timestamptz '2026-01-02 03:04:05+00'] as instants, array[timestamp '2026-01-02 03:04:05'] as locals,
  array[date '2026-01-02'] as days, array[interval '1 day'] as durations, array[1.50::numeric] as prices,
  array[1, 2] as numbers, array['a', 'b'] as texts`;

test('parses every type like Drizzle with PGlite, in transactions too', async () => {
  const { rows } = await pgliteDb.execute(VALUES);
  expect(rows[0]).toMatchObject({ instant: '2026-01-02 03:04:05.678+00', flag: true });
  expect((await embeddedDb.execute(VALUES)).rows).toEqual(rows);
  const nested = await embeddedDb.transaction((tx) => tx.transaction((innerTx) => innerTx.execute(VALUES)));
  expect(nested.rows).toEqual(rows);
});

test('rolls back a transaction that throws, and reports it as closed', async () => {
  await embeddedClient.exec('create table entries (id int)');
  let isClosed = () => false;
  const failing = embeddedClient.transaction(async (tx) => {
    isClosed = () => tx.closed;
    await tx.query('insert into entries values ($1)', [1]);
    expect(isClosed()).toBe(false);
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(isClosed()).toBe(true);
  expect((await embeddedClient.query('select * from entries')).rows).toEqual([]);
});
