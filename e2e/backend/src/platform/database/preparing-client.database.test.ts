import { expect, test } from '@rstest/core';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { openDatabase } from './open-database.ts';
import { sql } from './orm.ts';
import { brands } from './schema.ts';

/** Those of the embedded database are tested in `embedded-client.database.test.ts`. */
test.skipIf(process.env.DATABASE_URL === undefined)(
  'the server prepares a statement that is repeated, and goes on after one that fails',
  async () => {
    const fresh = await freshDatabase();
    const { db, close } = await openDatabase({ ...fresh.options, connections: 1 });
    const prepared = () =>
      db.$count(
        sql`pg_prepared_statements`,
        sql`statement like ${'%"brands"%'} and statement not like '%count%'`,
      );
    const read = () => db.select({ id: brands.id }).from(brands);
    const fail = () => db.execute(sql`select 1 / (${0}::integer + 0 * length('brands'))`);
    for (let times = 0; times < 4; times++)
      await expect(fail()).rejects.toMatchObject({ cause: { code: '22012' } });
    await read();
    expect(await prepared()).toBe(0);
    for (let times = 0; times < 4; times++) expect(await read()).toEqual([]);
    expect(await prepared()).toBe(1);
    await close();
    await fresh.drop();
  },
);

test.skipIf(process.env.DATABASE_URL === undefined)(
  'a transaction gets a new connection after a migration has changed what its statement returns',
  async () => {
    const fresh = await freshDatabase();
    const { db, close } = await openDatabase({ ...fresh.options, connections: 1 });
    await db.execute(sql`create table figures (figure integer)`);
    const figures = sql`(select * from figures) as figures`;
    const read = () => db.transaction((tx) => tx.select({ figure: sql`figure` }).from(figures));
    for (let times = 0; times < 4; times++) expect(await read()).toEqual([]);
    await db.execute(sql`alter table figures alter figure type bigint`);
    await expect(read()).rejects.toMatchObject({ cause: { code: '0A000' } });
    expect(await read()).toEqual([]);
    await close();
    await fresh.drop();
  },
);
