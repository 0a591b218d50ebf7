/** Applies the outcome of a payment once, however often and in whatever order it arrives. */

import type { Db } from '../../../platform/database/database.ts';
import { and, eq, ne } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import {
  type OrderRow,
  type OrderState,
  orderItems,
  orders,
  type Refusal,
} from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import { isTakenBack } from '../disputes/settle-dispute.ts';
import { forfeitIfDeleted } from '../wallet/forfeit.ts';
import { topUp } from '../wallet/ledger.ts';
import type { Receipt } from './ports.ts';
import { referenceOf } from './provider.ts';

/** What becomes of an order's payment. */
interface Outcome {
  state: OrderState;
  invoiceId?: string | undefined;
  /** The bank's id of a Pix payment. */
  endToEndId?: string | undefined;
  /** What was really paid, if it may be another amount than the order's. */
  cents?: number | undefined;
  refusal?: Refusal | undefined;
}

type Context = Pick<MoneyContext, 'db' | 'bus' | 'now' | 'log' | 'orderEvents'>;

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
  context: Context,
  orderId: number,
  outcome: Outcome,
  options: Options = {},
): Promise<OrderState> {
  const { changed, state, forfeited } = await context.db.transaction((tx) =>
    settle(context, tx, orderId, outcome, options),
  );
  if (changed) await announce(context, orderId, forfeited);
  return state;
}

async function announce({ log, bus }: Context, orderId: number, forfeited: boolean): Promise<void> {
  if (forfeited) log.warn({ orderId }, 'paid, but its account is deleted: credited to revenue');
  await bus.publish({ kind: 'order', orderId });
}

/**
 * Credits a further payment of an order that is paid already, as an order of its own: once for each
 * of the bank's ids, however often and concurrently it is reported.
 * @param receipt has an `endToEndId`
 */
export async function settleFurtherPayment(
  context: Context,
  orderId: number,
  { endToEndId, cents, ...receipt }: Receipt,
): Promise<void> {
  if (!endToEndId) throw new Error('a further payment has no id');
  const at = context.now();
  const further = await context.db.transaction(async (tx) => {
    // Locked, so that concurrent reports come one after the other.
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    if (!order || (await isUsed(tx, endToEndId))) return undefined;
    const { userId, kind, paymentMethod, provider } = order;
    const invoiceId = receipt.invoiceId ?? order.invoiceId;
    const payment = { userId, kind, paymentMethod, provider, invoiceId, endToEndId, cents };
    const row = { ...payment, state: 'paid' as const, createdAt: at, updatedAt: at };
    const credited = one(await tx.insert(orders).values(row).returning());
    await tx.insert(orderItems).values(creditItem(credited.id, cents));
    const forfeited = await creditWallet(tx, credited);
    if (!forfeited) await context.orderEvents.settled(tx, credited, 'paid', at);
    return { id: credited.id, forfeited };
  });
  if (!further) return;
  context.log.warn({ orderId, furtherOrderId: further.id }, 'paid more than once: credited again');
  await announce(context, further.id, further.forfeited);
}

/**
 * Cancels a Pix that is still unpaid here. Its user isn't notified, neither live: they know that they
 * didn't pay it. Returns the order's state afterwards.
 */
export async function cancelUnpaidPix(
  { db, now }: Pick<Context, 'db' | 'now'>,
  orderId: number,
): Promise<OrderState> {
  const [canceled] = await db
    .update(orders)
    .set({ state: 'canceled', updatedAt: now() })
    .where(and(eq(orders.id, orderId), eq(orders.state, 'pending')))
    .returning({ state: orders.state });
  if (canceled) return canceled.state;
  return one(await db.select({ state: orders.state }).from(orders).where(eq(orders.id, orderId))).state;
}

/** Returns the only item of a top-up's order. */
export const creditItem = (orderId: number, cents: number) => ({
  orderId,
  position: 0,
  description: 'Crédito',
  quantity: 1,
  price: cents / 100,
  cents,
});

async function settle(
  { now, orderEvents }: Pick<MoneyContext, 'now' | 'orderEvents'>,
  tx: Db,
  orderId: number,
  outcome: Outcome,
  options: Options,
) {
  const at = now();
  const { condition = () => true, isAwaited = false } = options;
  const { state, invoiceId, endToEndId, refusal } = outcome;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw new Error(`no order ${orderId}`);
  const unchanged = { changed: false, state: order.state, forfeited: false };
  if (!NEXT[order.state].includes(state) || !condition(order)) return unchanged;
  if (endToEndId && (await isUsed(tx, endToEndId, orderId))) return unchanged;
  if (order.state === 'canceled' && (await isTakenBack(tx, orderId))) return unchanged;
  const cents = (state === 'paid' ? outcome.cents : undefined) ?? order.cents;
  await tx
    .update(orders)
    .set({
      state,
      invoiceId: invoiceId ?? order.invoiceId,
      endToEndId,
      refusal: refusal ?? null,
      updatedAt: at,
    })
    .where(eq(orders.id, orderId));
  if (cents !== order.cents) await changeAmount(tx, order, cents);
  const forfeited = state === 'paid' && (await creditWallet(tx, { ...order, cents }));
  if (!isAwaited && !forfeited) await orderEvents.settled(tx, { ...order, cents }, state, at);
  return { changed: true, state, forfeited };
}

/** Sets the amount that was paid in place of the one that was asked for. */
async function changeAmount(tx: Db, { id, cents: requestedCents }: OrderRow, cents: number): Promise<void> {
  await tx.update(orders).set({ cents, requestedCents }).where(eq(orders.id, id));
  await tx
    .update(orderItems)
    .set({ cents, price: cents / 100 })
    .where(and(eq(orderItems.orderId, id), eq(orderItems.position, 0)));
}

/** Credits the wallet. Returns whether the account is deleted and the credit became revenue. */
async function creditWallet(tx: Db, { id, userId, cents }: OrderRow): Promise<boolean> {
  const reference = referenceOf(id);
  await topUp(tx, userId, cents, reference);
  return forfeitIfDeleted(tx, userId, reference);
}

/** Returns whether a payment was credited, to any order or to another one than `exceptId`. */
async function isUsed(tx: Db, endToEndId: string, exceptId = 0): Promise<boolean> {
  const [other] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.endToEndId, endToEndId), ne(orders.id, exceptId)));
  return other !== undefined;
}
