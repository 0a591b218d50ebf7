import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import { and, desc, notInArray, type SQL } from './orm.ts';

interface Kept {
  table: PgTable;
  /** Primary key. */
  id: PgColumn;
  newest: PgColumn;
  /** Rows that are counted together, such as those of a user. */
  which: SQL;
  count: number;
}

/** Deletes all but the newest `count` rows. */
export async function keepNewest(tx: Db, { table, id, newest, which, count }: Kept): Promise<void> {
  const kept = tx.select({ id }).from(table).where(which).orderBy(desc(newest)).limit(count);
  await tx.delete(table).where(and(which, notInArray(id, kept)));
}
