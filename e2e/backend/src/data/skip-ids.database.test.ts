import { expect, test } from '@rstest/core';
import { openDatabase } from '../platform/database/open-database.ts';
import { sql } from '../platform/database/orm.ts';
import { brands } from '../platform/database/schema.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { skipIds } from './skip-ids.ts';

test('gives the next charge and the next order ids far above all earlier ones', async () => {
  const fresh = await freshDatabase();
  const { db, close } = await openDatabase(fresh.options);
  await db.insert(brands).values({ slug: 'x', name: 'X', color: '#000000', userDomain: 'x' });
  const next = (name: string) => sql<number>`nextval(${name}::regclass)::int`;
  const ids = () =>
    db
      .select({ charge: next('transactions_id_seq'), order: next('orders_id_seq') })
      .from(brands)
      .limit(1);
  expect(await ids()).toEqual([{ charge: 1, order: 1 }]);
  await skipIds(db);
  expect(await ids()).toEqual([{ charge: 1_000_003, order: 1_000_003 }]);
  await close();
  await fresh.drop();
});
