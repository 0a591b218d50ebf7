/** The daily comparison with the payment providers; its result is a metric. */
import { desc, eq, inArray } from '../../../platform/database/orm.ts';
import { inBatches } from '../../../platform/database/rows.ts';
import { orders, reconciliations } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS } from '../../../platform/time.ts';
import { dayOf, startOfDay } from '../../sites/local-time.ts';
import { PER_ROUND, settleOpenOrders } from '../payment/settle-open-orders.ts';
import type { SettleContext as Context } from '../payment/settle-order.ts';
import { countDifferences } from './difference.ts';
import { reconcile } from './reconcile.ts';

/** Each day is compared on the days after it, too: what happens to a payment may be reported late. */
const WINDOW_MS = 7 * DAY_MS;

/**
 * Compares the last days up to yesterday, once a day. A difference makes its order due like a notice:
 * it is looked up, and what the provider says is applied. What still differs is stored and logged.
 * @throws if a provider fails, so that the next round tries again
 */
export async function reconcileDaily(context: Context): Promise<void> {
  const { db, now, log } = context;
  const to = startOfDay(dayOf(now()));
  const day = dayOf(addMs(to, -1));
  const isDone = await db.$count(reconciliations, eq(reconciliations.day, day));
  if (isDone) return;
  const period = { from: addMs(to, -WINDOW_MS), to };
  let differences = await reconcile(context, period);
  const due = [...new Set(differences?.flatMap(({ orderId }) => orderId ?? []))];
  for (const some of inBatches(due, PER_ROUND)) {
    await db.update(orders).set({ nextLookUpAt: now() }).where(inArray(orders.id, some));
    await settleOpenOrders(context);
  }
  if (due.length > 0) differences = await reconcile(context, period);
  if (!differences) return;
  for (const difference of differences) log.warn(difference, 'a payment differs from its provider');
  const counts = countDifferences(differences);
  await db.insert(reconciliations).values({ day, differences: counts, at: now() }).onConflictDoNothing();
}

/** Returns the differences of the last comparison by kind; undefined before the first one. */
export async function readUnreconciled({ db }: Pick<Context, 'db'>) {
  const [last] = await db.select().from(reconciliations).orderBy(desc(reconciliations.day)).limit(1);
  return last?.differences;
}
