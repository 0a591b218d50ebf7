/**
 * The partitions of `meter_values`, one per month in UTC. A thinned partition has the name of its
 * month with a suffix.
 */

import type { PlatformContext } from '../../../platform/context.ts';
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts';
import type { Db } from '../../../platform/database/database.ts';
import { sql } from '../../../platform/database/orm.ts';
import { addMs, DAY_MS, SECOND_MS } from '../../../platform/time.ts';

/** All meter values of a charge are kept until this long after its end. */
export const KEPT_WHOLE_MS = 90 * DAY_MS;
/**
 * How long to wait for a table's lock. Meter values that arrive meanwhile wait as well, so a change
 * without its lock fails and is retried in the job's next round.
 */
const LOCK_WAIT_MS = 2 * SECOND_MS;
const DEFAULT = sql.identifier('meter_values_default');
const NAME = /^meter_values_(\d{4}_\d{2})(_thinned)?$/;

/** Year and month, such as `2026_03`. */
type Month = string;

export interface Partition {
  month: Month;
  thinned: boolean;
}

export async function listPartitions(db: Db): Promise<Partition[]> {
  const rows = await db
    .select({ name: sql<string>`relname` })
    .from(sql`pg_inherits join pg_class on pg_class.oid = inhrelid`)
    .where(sql`inhparent = 'meter_values'::regclass`)
    .orderBy(sql`relname`);
  return rows.flatMap(({ name }) => {
    const [, month, suffix] = NAME.exec(name) ?? [];
    return month === undefined ? [] : [{ month, thinned: suffix !== undefined }];
  });
}

/**
 * Adds the partitions of this month and the next one, and those of other months with values in the
 * default partition, which are moved. Such values come from charge points that were offline for
 * weeks.
 */
export async function addMonths({ db, now }: Pick<PlatformContext, 'db' | 'now'>): Promise<void> {
  const existing = new Set((await listPartitions(db)).map(({ month }) => month));
  const inDefault = await db
    .selectDistinct({ month: sql<Month>`to_char(sampled_at at time zone 'UTC', 'YYYY_MM')` })
    .from(sql`${DEFAULT}`);
  const current = monthOf(now());
  for (const month of new Set([current, monthOf(endOf(current)), ...inDefault.map(({ month }) => month)]))
    if (!existing.has(month)) await changePartitions(db, (tx) => addMonth(tx, month));
}

async function addMonth(tx: Db, month: Month): Promise<void> {
  // Another instance may have added it meanwhile.
  if ((await listPartitions(tx)).some((partition) => partition.month === month)) return;
  const table = partitionOf(month);
  // Values that arrive meanwhile wait for this lock. If they waited for the default partition, they
  // would fail: PostgreSQL would have chosen that partition before the month's was attached.
  await tx.execute(sql`lock table meter_values in share row exclusive mode`);
  // Attaching waits for readers of the default partition; `create table … partition of` would wait
  // for readers of all values.
  await tx.execute(sql`create table ${table} (like meter_values including all)`);
  await tx.execute(
    sql`with moved as (delete from ${DEFAULT} where ${isIn(month)} returning *)
      insert into ${table} select * from moved`,
  );
  await attach(tx, table, month);
}

/** Runs a change of the partitions in a transaction, after those of other instances. */
export function changePartitions<T>(db: Db, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`));
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.partitions})`);
    return change(tx);
  });
}

export const attach = (tx: Db, table: ReturnType<typeof partitionOf>, month: Month) =>
  tx.execute(
    sql`alter table meter_values attach partition ${table}
      for values from (${literal(startOf(month))}) to (${literal(endOf(month))})`,
  );

export const partitionOf = (month: Month) => sql.identifier(`meter_values_${month}`);
export const thinnedPartitionOf = (month: Month) => sql.identifier(`meter_values_${month}_thinned`);

/** Matches values of the month. Without parameters, since it also defines constraints. */
export const isIn = (month: Month) =>
  sql`sampled_at >= ${literal(startOf(month))} and sampled_at < ${literal(endOf(month))}`;

const literal = (at: Date) => sql.raw(`'${at.toISOString()}'::timestamptz`);

const monthOf = (at: Date): Month => at.toISOString().slice(0, 7).replace('-', '_');
const startOf = (month: Month) => new Date(`${month.replace('_', '-')}-01T00:00:00Z`);
/** Returns the first instant after the month. */
export function endOf(month: Month): Date {
  // 32 days after the first of a month are always in the next month.
  return startOf(monthOf(addMs(startOf(month), 32 * DAY_MS)));
}
