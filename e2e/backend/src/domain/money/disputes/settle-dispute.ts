/** Applies what a provider reports about a disputed or returned top-up, once, however often it does. */
import type { Db } from '../../../platform/database/database.ts';
import { and, eq, gt } from '../../../platform/database/orm.ts';
import { disputes, type OrderState, orders } from '../../../platform/database/schema.ts';
import { addMs, HOUR_MS } from '../../../platform/time.ts';
import type { MoneyContext } from '../context.ts';
import { forfeitIfDeleted } from '../wallet/accounts.ts';
import { restoreTopUp, takeBack } from '../wallet/ledger.ts';

/** What the provider reports, as the payment ports define it. */
type Dispute = Pick<typeof disputes.$inferSelect, 'state' | 'cents'>;

/** How long until an open dispute is looked up again, in ms: it takes weeks. */
const NEXT_LOOK_UP_MS = 12 * HOUR_MS;
/** Allowed next states. An old report of an open dispute doesn't open a decided one again. */
const NEXT: Record<Dispute['state'], readonly Dispute['state'][]> = {
  open: ['open', 'won', 'lost'],
  won: ['won', 'lost'],
  lost: ['won', 'lost'],
};

/**
 * Takes a disputed top-up out of the wallet, and puts it back once the dispute is won. Its order is
 * canceled meanwhile. A top-up that was never credited stays as it is.
 * @returns the order's state afterwards
 */
export async function settleDispute(
  { db, now, log, bus }: Pick<MoneyContext, 'db' | 'now' | 'log' | 'bus'>,
  orderId: number,
  { state, cents }: Dispute,
): Promise<OrderState> {
  const applied = await db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('no key update');
    if (!order) throw new Error(`no order ${orderId}`);
    const [known] = await tx.select().from(disputes).where(eq(disputes.orderId, orderId));
    if (known ? !NEXT[known.state].includes(state) : order.state !== 'paid') return { order: order.state };
    // Nothing was taken, or refunds at the provider exceed the payment: neither is a reason to credit.
    if (state !== 'won' && cents <= 0) return { order: order.state };
    const taken = state === 'won' ? 0 : Math.min(cents, order.cents);
    const more = taken - (known?.cents ?? 0);
    const transfers = (known?.transfers ?? 0) + (more === 0 ? 0 : 1);
    const reference = `dispute:${orderId}:${transfers}`;
    if (more > 0) await takeBack(tx, order.userId, more, reference, now());
    if (more < 0) {
      await restoreTopUp(tx, order.userId, -more, reference, now());
      await forfeitIfDeleted(tx, order.userId, reference);
    }
    // The statement's row is of the last transfer.
    const createdAt = more === 0 && known ? known.createdAt : now();
    const values = { state, cents: taken, transfers, createdAt };
    await tx
      .insert(disputes)
      .values({ orderId, ...values })
      .onConflictDoUpdate({ target: disputes.orderId, set: values });
    const orderState = taken > 0 ? 'canceled' : 'paid';
    const nextLookUpAt = state === 'open' ? { nextLookUpAt: addMs(now(), NEXT_LOOK_UP_MS) } : {};
    await tx
      .update(orders)
      .set({ state: orderState, ...nextLookUpAt })
      .where(eq(orders.id, orderId));
    return { order: orderState, isNews: known?.state !== state || more !== 0 } as const;
  });
  if (applied.isNews) {
    log.warn({ orderId, dispute: state, cents }, 'the provider has disputed a top-up');
    await bus.publish({ kind: 'order', orderId });
  }
  return applied.order;
}

/** Returns whether the provider has reversed an order's payment, in whole or in part. */
export const isTakenBack = async (tx: Db, orderId: number): Promise<boolean> =>
  (await tx.$count(disputes, and(eq(disputes.orderId, orderId), gt(disputes.cents, 0)))) > 0;
