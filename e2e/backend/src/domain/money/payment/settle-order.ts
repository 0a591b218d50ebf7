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
import { isDeleted } from '../../people/auth/deleted.ts';
import type { MoneyContext } from '../context.ts';
import { isTakenBack } from '../disputes/settle-dispute.ts';
import { forfeit, lockFunds } from '../wallet/accounts.ts';
import { topUp, topUpWithoutDebt } from '../wallet/ledger.ts';
import { startPayback } from '../wallet/paybacks.ts';
import { newTxid, portOfOrder, portsOfUser } from './payments.ts';
import type { Payment, Receipt } from './ports.ts';
import { referenceOf } from './provider.ts';

/** What becomes of an order's payment. */
interface Outcome extends Pick<Payment, 'state' | 'invoiceId' | 'endToEndId'> {
  /** What was really paid, if it may be another amount than the order's. */
  cents?: number | undefined;
  refusal?: Refusal | undefined;
}

export type SettleContext = Pick<
  MoneyContext,
  'clock' | 'db' | 'bus' | 'now' | 'log' | 'orderEvents' | 'payments' | 'randomness'
>;

/** What became of a payment's credit: an account that was deleted meanwhile can't use it. */
type Credited = 'credit' | 'givenBack' | 'forfeited';

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
 * notified, live and by a push notice. A payment for a deleted account goes back, or becomes revenue if
 * its provider can't give it back.
 * @returns the order's state afterwards
 */
export async function settleOrder(
  context: SettleContext,
  orderId: number,
  outcome: Outcome,
  options: Options = {},
): Promise<OrderState> {
  const { changed, state, credited } = await context.db.transaction((tx) =>
    settle(context, tx, orderId, outcome, options),
  );
  if (changed) await announce(context, orderId, credited);
  return state;
}

async function announce({ log, bus }: SettleContext, orderId: number, credited?: Credited): Promise<void> {
  if (credited === 'forfeited')
    log.warn({ orderId }, 'paid, but its account is deleted: credited to revenue');
  if (credited === 'givenBack') log.warn({ orderId }, 'paid, but its account is deleted: it goes back');
  await bus.publish({ kind: 'order', orderId });
}

/**
 * Credits a further payment of an order that is paid already, as an order of its own: once for each
 * of the bank's ids, however often and concurrently it is reported.
 * @param receipt has an `endToEndId`
 */
export async function settleFurtherPayment(
  context: SettleContext,
  orderId: number,
  { endToEndId, cents, ...receipt }: Receipt,
): Promise<void> {
  if (!endToEndId) throw new Error('a further payment has no id');
  const at = context.now();
  const further = await context.db.transaction(async (tx) => {
    // Locked, so that concurrent reports come one after the other.
    const [order] = await lockOrder(tx, orderId);
    if (!order || (await isUsed(tx, endToEndId))) return undefined;
    const { userId, kind, paymentMethod, provider } = order;
    const invoiceId = receipt.invoiceId ?? order.invoiceId;
    const payment = { userId, kind, paymentMethod, provider, invoiceId, endToEndId, cents };
    const row = { ...payment, state: 'paid' as const, createdAt: at, updatedAt: at };
    const own = one(await tx.insert(orders).values(row).returning());
    await tx.insert(orderItems).values(creditItem(own.id, cents));
    const credited = await creditWallet(context, tx, own, at);
    if (credited === 'credit') await context.orderEvents.settled(tx, own, 'paid', at);
    return { id: own.id, credited };
  });
  if (!further) return;
  context.log.warn({ orderId, furtherOrderId: further.id }, 'paid more than once: credited again');
  await announce(context, further.id, further.credited);
}

/**
 * Cancels a Pix that is still unpaid here. Its user isn't notified, neither live: they know that they
 * didn't pay it. Returns the order's state afterwards.
 */
export async function cancelUnpaidPix(
  { db, now }: Pick<SettleContext, 'db' | 'now'>,
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

/** Doesn't block a payback, which refers to its order while it has locked the wallet. */
const lockOrder = (tx: Db, id: number) =>
  tx.select().from(orders).where(eq(orders.id, id)).for('no key update');

async function settle(context: SettleContext, tx: Db, orderId: number, outcome: Outcome, options: Options) {
  const at = context.now();
  const { condition = () => true, isAwaited = false } = options;
  const { state, invoiceId, endToEndId, refusal } = outcome;
  const [order] = await lockOrder(tx, orderId);
  if (!order) throw new Error(`no order ${orderId}`);
  const unchanged = { changed: false, state: order.state, credited: undefined };
  if (!NEXT[order.state].includes(state) || !condition(order)) return unchanged;
  if (endToEndId && (await isUsed(tx, endToEndId, orderId))) return unchanged;
  if (order.state === 'canceled' && (await isTakenBack(tx, orderId))) return unchanged;
  const cents = (state === 'paid' ? outcome.cents : undefined) ?? order.cents;
  const paid = { ...order, cents, invoiceId: invoiceId ?? order.invoiceId };
  const requestedCents = cents === order.cents ? order.requestedCents : order.cents;
  const changes = { state, cents, requestedCents, invoiceId: paid.invoiceId, endToEndId };
  await tx
    .update(orders)
    .set({ ...changes, refusal: refusal ?? null, updatedAt: at })
    .where(eq(orders.id, orderId));
  if (cents !== order.cents)
    await tx
      .update(orderItems)
      .set({ cents, price: cents / 100 })
      .where(and(eq(orderItems.orderId, orderId), eq(orderItems.position, 0)));
  const credited = state === 'paid' ? await creditWallet(context, tx, paid, at) : undefined;
  const isForUser = credited === undefined || credited === 'credit';
  if (!isAwaited && isForUser) await context.orderEvents.settled(tx, paid, state, at);
  return { changed: true, state, credited };
}

/** Credits the wallet, or starts to give back what its deleted account can't use. */
async function creditWallet(context: SettleContext, tx: Db, order: OrderRow, at: Date): Promise<Credited> {
  const { id, userId, cents } = order;
  const reference = referenceOf(id);
  await lockFunds(tx, userId);
  if (!(await isDeleted(tx, userId))) {
    await topUp(tx, userId, cents, reference, at);
    return 'credit';
  }
  const port = portOfOrder(await portsOfUser({ ...context, db: tx }, userId), order);
  if (port?.capabilities.fullRefundDays) {
    // In full, whatever the account owes.
    await topUpWithoutDebt(tx, userId, cents, reference, at);
    await startPayback(tx, order, { cents, reference: newTxid(context.randomness), createdAt: at });
    return 'givenBack';
  }
  await topUp(tx, userId, cents, reference, at);
  await forfeit(tx, userId, reference);
  return 'forfeited';
}

/** Returns whether a payment was credited, to any order or to another one than `exceptId`. */
const isUsed = async (tx: Db, endToEndId: string, exceptId = 0): Promise<boolean> =>
  (await tx.$count(orders, and(eq(orders.endToEndId, endToEndId), ne(orders.id, exceptId)))) > 0;
