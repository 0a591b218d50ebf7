import { PGlite } from '@electric-sql/pglite';
import { expect, test } from '@rstest/core';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { MIGRATIONS } from '../../../platform/database/database.ts';
import { migratedImage } from '../../../testing/fresh-database.ts';

const addsBalances = (statement: string) => statement.includes('ADD COLUMN "cents"');

test('the migration adds balances to an existing ledger, and entries of the previous release still update them', async () => {
  const client = await PGlite.create({ loadDataDir: await migratedImage() });
  // Much faster than a new database cluster.
  await client.exec('drop schema public, thinning cascade; create schema public');
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  const first = migrations.findIndex(({ sql }) => sql.some(addsBalances));
  expect(first).toBeGreaterThan(0);
  const apply = async (batch: typeof migrations) => {
    for (const { sql } of batch) for (const statement of sql) await client.exec(statement);
  };
  await apply(migrations.slice(0, first));
  await client.exec(`
    insert into ledger_accounts (kind, user_id)
      values ('cash', 0), ('revenue', 0), ('wallet', 1), ('held', 1), ('wallet', 2), ('owed', 2);
    insert into ledger_transfers (kind, reference) values ('topUp', 'order:1'), ('hold', 'hold:1'), ('settle', 'settle:2');
    insert into ledger_entries (transfer_id, account_id, cents)
      values (1, 1, -9000), (1, 3, 9000), (2, 3, -500), (2, 4, 500), (3, 6, -70), (3, 2, 70);`);
  const entries = 'select id, transfer_id, account_id, cents::int from ledger_entries order by id';
  const before = await client.query(entries);
  await apply(migrations.slice(first));
  expect((await client.query(entries)).rows).toEqual(before.rows);
  const balances = 'select kind, user_id, cents::int from ledger_accounts order by id';
  expect((await client.query(balances)).rows).toEqual([
    { kind: 'cash', user_id: 0, cents: 0 },
    { kind: 'revenue', user_id: 0, cents: 0 },
    { kind: 'wallet', user_id: 1, cents: 8500 },
    { kind: 'held', user_id: 1, cents: 500 },
    { kind: 'wallet', user_id: 2, cents: 0 },
    { kind: 'owed', user_id: 2, cents: -70 },
  ]);
  await client.exec(`
    insert into ledger_transfers (kind, reference) values ('topUp', 'order:2');
    insert into ledger_entries (transfer_id, account_id, cents) values (4, 1, -100), (4, 6, 70), (4, 5, 30);`);
  expect((await client.query(balances)).rows).toMatchObject([
    { cents: 0 },
    { cents: 0 },
    { cents: 8500 },
    { cents: 500 },
    { cents: 30 },
    { cents: 0 },
  ]);
  await client.close();
});
