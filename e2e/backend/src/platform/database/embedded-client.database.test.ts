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

test('a prepared statement returns the columns that its table has now', async () => {
  await embeddedClient.exec('create table shelves (id int)');
  await embeddedClient.query('insert into shelves values ($1)', [1]);
  const read = async () => (await embeddedClient.query('select * from shelves where id = $1', [1])).rows;
  expect(await read()).toEqual([{ id: 1 }]);
  await embeddedClient.query(`alter table shelves add name text default 'A'`);
  expect(await read()).toEqual([{ id: 1, name: 'A' }]);
  await embeddedClient.transaction(async (tx) => {
    await tx.query('alter table shelves drop name');
    expect((await tx.query('select * from shelves where id = $1', [1])).rows).toEqual([{ id: 1 }]);
  });
  expect(await read()).toEqual([{ id: 1 }]);
});

test('a statement that fails is reported, and can be executed again', async () => {
  await embeddedClient.exec('create table prices (id int primary key, cents int)');
  const insert = (id: unknown) => embeddedClient.query('insert into prices values ($1, $2)', [id, 5]);
  await insert(1);
  await expect(insert(1)).rejects.toMatchObject({ code: '23505', params: [1, 5] });
  await expect(insert('none')).rejects.toMatchObject({ code: '22P02' });
  await expect(embeddedClient.query('select nothing from prices')).rejects.toMatchObject({ code: '42703' });
  expect(await insert(2)).toMatchObject({ affectedRows: 1, rows: [] });
});

test('more different statements than are kept prepared', async () => {
  for (let index = 0; index < 600; index++) {
    const { rows } = await embeddedClient.query(`select ${index} as number`);
    expect(rows).toEqual([{ number: index }]);
  }
});
