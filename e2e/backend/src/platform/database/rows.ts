import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import { and, type Column, desc, eq, notInArray, type Placeholder, type SQL, sql } from './orm.ts';

/** Returns the row of a statement that always returns one, such as an insert. */
export function one<T>([row]: T[]): T {
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}

/** A table of one row, for a query of values only. */
export const ONE_ROW = sql`(values (1)) as one_row`;

export interface ConnectorKey {
  chargePointId: string;
  connectorId: number;
}

/** Matches rows of one connector: that of a key, or of another table's row. */
export const isAt = (
  table: { chargePointId: Column; connectorId: Column },
  key: { chargePointId: Column | Placeholder | string; connectorId: Column | Placeholder | number },
): SQL => sql`(${eq(table.chargePointId, key.chargePointId)} and ${eq(table.connectorId, key.connectorId)})`;

interface Kept {
  /** Primary key. */
  id: PgColumn;
  newest: PgColumn;
  /** Rows that are counted together, such as those of a user. */
  which: SQL;
  count: number;
}

/** Deletes all but the newest `count` rows. */
export async function keepNewest(tx: Db, { id, newest, which, count }: Kept): Promise<void> {
  const kept = tx.select({ id }).from(id.table).where(which).orderBy(desc(newest)).limit(count);
  await tx.delete(id.table).where(and(which, notInArray(id, kept)));
}

/** Rows or values per statement: PostgreSQL allows 65,535 parameters. */
const PER_STATEMENT = 1000;

/** Splits rows or values that are too many for one statement. */
export const inBatches = <T>(all: readonly T[], size = PER_STATEMENT): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
