/** Applies the outcome of a payment once, however often and in whatever order it arrives. */

import type { Db } from '../../../platform/database/database.ts';
import { and, eq, ne } from '../../../platform/database/orm.ts';
import { type OrderRow, type OrderState, orders } from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import { forfeitIfDeleted } from '../wallet/forfeit.ts';
import { topUp } from '../wallet/ledger.ts';
import { type Outcome, referenceOf } from './provider.ts';

interface Options {
  /** Checked on the locked order; the outcome is skipped if it returns false. */
  condition?: (order: OrderRow) => boolean;
  /** The response to the user's own call reports the outcome, so no notice is pushed. */
  isAwaited?: boolean;
}

/** Allowed next states. Every unpaid order can become paid; a paid one never changes. */
const NEXT: Record<OrderState, readonly OrderState[]> = {
  pending: ['captured', 'paid', 'unauthorized', 'canceled', 'error'],
  captured: ['paid', 'unauthorized', 'canceled', 'error'],
  unauthorized: ['paid'],
  canceled: ['paid'],
  error: ['paid'],
  paid: [],
};

/**
 * Applies an outcome. A paid order credits the wallet in the same transaction, and its user is
 * notified, live and by a push notice. A payment for a deleted account becomes revenue, as the account's remaining credit did.
 * @returns the order's state afterwards
 */
export async function settleOrder(
  context: Pick<MoneyContext, 'db' | 'bus' | 'now' | 'log' | 'orderEvents'>,
  orderId: number,
  outcome: Outcome,
  options: Options = {},
): Promise<OrderState> {
  const { changed, state, forfeited } = await context.db.transaction((tx) =>
    settle(context, tx, orderId, outcome, options),
  );
  if (forfeited) context.log.warn({ orderId }, 'paid, but its account is deleted: credited to revenue');
  if (changed) await context.bus.publish({ kind: 'order', orderId });
  return state;
}

async function settle(
  { now, orderEvents }: Pick<MoneyContext, 'now' | 'orderEvents'>,
  tx: Db,
  orderId: number,
  outcome: Outcome,
  options: Options,
) {
  const at = now();
  const { condition = () => true, isAwaited = false } = options;
  const { state, invoiceId, endToEndId } = outcome;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw new Error(`no order ${orderId}`);
  const unchanged = { changed: false, state: order.state, forfeited: false };
  if (!NEXT[order.state].includes(state) || !condition(order)) return unchanged;
  if (endToEndId && (await isUsedByOtherOrder(tx, orderId, endToEndId))) return unchanged;
  await tx
    .update(orders)
    .set({ state, invoiceId: invoiceId ?? order.invoiceId, endToEndId, updatedAt: at })
    .where(eq(orders.id, orderId));
  const forfeited = state === 'paid' && (await creditWallet(tx, order));
  if (!isAwaited && !forfeited) await orderEvents.settled(tx, order, state, at);
  return { changed: true, state, forfeited };
}

/** Credits the wallet. Returns whether the account is deleted and the credit became revenue. */
async function creditWallet(tx: Db, { id, userId, cents }: OrderRow): Promise<boolean> {
  const reference = referenceOf(id);
  await topUp(tx, userId, cents, reference);
  return forfeitIfDeleted(tx, userId, reference);
}

/** Returns whether this payment was already credited to another order. */
async function isUsedByOtherOrder(tx: Db, orderId: number, endToEndId: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.endToEndId, endToEndId), ne(orders.id, orderId)));
  return other !== undefined;
}
