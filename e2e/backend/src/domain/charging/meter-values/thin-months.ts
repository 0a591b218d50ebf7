/**
 * Thins the meter values of charges that ended more than 90 days ago, month by month. Deleting
 * values wouldn't make a partition smaller, so those that stay are copied, and the copy replaces
 * the partition. Only the replacement locks the table, and it copies nothing.
 */
import { type Clock, wait } from '../../../platform/clock.ts';
import type { PlatformContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { gt, type SQL, sql } from '../../../platform/database/orm.ts';
import { ONE_ROW, one } from '../../../platform/database/rows.ts';
import { addMs, DAY_MS } from '../../../platform/time.ts';
import {
  attach,
  changePartitions,
  endOf,
  isIn,
  KEPT_WHOLE_MS,
  listPartitions,
  type Partition,
  partitionOf,
  thinnedPartitionOf,
} from './months.ts';

/**
 * Time between the end of a month and its thinning: a week more than `KEPT_WHOLE_MS`, so that
 * charges around the end of the month can be thinned too. All values of a longer charge are kept.
 */
const DUE_MS = KEPT_WHOLE_MS + 7 * DAY_MS;
/** The usual interval of load profiles of electricity meters. */
const INTERVAL = sql.raw(`interval '15 minutes'`);
/** Meter values read in one transaction, rounded up to whole charges. */
const BATCH = 20_000;
const POLL_MS = 100;

/** Thins the months that are due until `stopped` aborts. The next call continues there. */
export async function thinMonths(
  { db, clock }: Pick<PlatformContext, 'db' | 'clock'>,
  stopped?: AbortSignal,
  batch = BATCH,
): Promise<void> {
  const at = clock.now();
  const isDue = ({ month, thinned }: Partition) => !thinned && endOf(month) <= addMs(at, -DUE_MS);
  const due = (await listPartitions(db)).filter(isDue);
  if (due.length === 0) return;
  await waitForEarlier(db, clock, stopped);
  for (const { month } of due)
    while (!stopped?.aborted && (await thinSome(db, month, addMs(at, -KEPT_WHOLE_MS), batch)));
}

/**
 * Waits for the running transactions, which may have read the clock before the month was due and
 * still store values of it. Later ones don't: none stores values by a time that it read a week before.
 */
async function waitForEarlier(db: Db, clock: Clock, stopped: AbortSignal | undefined): Promise<void> {
  const { id } = one(await db.select({ id: sql<string>`pg_current_xact_id()::text` }).from(ONE_ROW));
  const haveEnded = sql<boolean>`pg_snapshot_xmin(pg_current_snapshot()) >= ${id}::xid8`;
  while (!stopped?.aborted && !one(await db.select({ haveEnded }).from(ONE_ROW)).haveEnded)
    await wait(clock, POLL_MS);
}

/**
 * Copies the kept values of the next charges, or replaces the partition if no charges are left.
 * @returns false when the month is thinned
 */
function thinSome(db: Db, month: string, endedBefore: Date, batch: number): Promise<boolean> {
  const whole = sql`${partitionOf(month)}`;
  const thinned = thinnedPartitionOf(month);
  const copy = sql`thinning.${thinned}`;
  return changePartitions(db, async (tx) => {
    // Another instance may have replaced the partition meanwhile.
    if (!(await listPartitions(tx)).some((partition) => partition.month === month && !partition.thinned))
      return false;
    // With the constraint, attaching the copy needn't check the values again.
    await tx.execute(
      sql`create table if not exists ${copy} (like meter_values including all, constraint is_in_month check (${isIn(month)}))`,
    );
    const [last] = await tx.select({ id: sql<number | null>`max(transaction_id)` }).from(copy);
    const after = last?.id ?? 0;
    const next = tx
      .select({ id: sql<number>`transaction_id`.as('id') })
      .from(whole)
      .where(gt(sql`transaction_id`, after))
      .orderBy(sql`transaction_id`)
      .limit(batch)
      .as('ids');
    const [end] = await tx.select({ id: sql<number | null>`max(id)` }).from(next);
    if (end?.id == null) {
      await tx.execute(sql`drop table ${whole}`);
      await tx.execute(sql`alter table ${copy} set schema public`);
      await attach(tx, thinned, month);
      await tx.execute(sql`alter table ${thinned} drop constraint is_in_month`);
      return false;
    }
    await tx.execute(copyKept(whole, copy, { after, upTo: end.id, endedBefore }));
    return true;
  });
}

interface Charges {
  after: number;
  upTo: number;
  endedBefore: Date;
}

/**
 * Copies the first and the last value of each charge and one of each quarter of an hour, separately
 * for values with and without an energy register. Copies all values of charges that ended later or
 * haven't ended.
 */
const copyKept = (whole: SQL, copy: SQL, { after, upTo, endedBefore }: Charges) => sql`
  insert into ${copy}
  select numbered.transaction_id, numbered.sampled_at, numbered.wh, numbered.power_w, numbered.soc
  from (
    select *,
      row_number() over (partition by transaction_id, wh is null,
        date_bin(${INTERVAL}, sampled_at, 'epoch') order by sampled_at) as of_interval,
      row_number() over (partition by transaction_id, wh is null order by sampled_at desc) as from_end
    from ${whole} where transaction_id > ${after} and transaction_id <= ${upTo}
  ) as numbered
  left join transactions on transactions.id = numbered.transaction_id
  where of_interval = 1 or from_end = 1 or stopped_at is null or stopped_at >= ${endedBefore.toISOString()}`;
