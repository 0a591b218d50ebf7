/** Applies what a provider reports about an order's payment: its state, and all money it received. */
import { and, asc, eq, inArray, or } from '../../../platform/database/orm.ts';
import { type OrderRow, type OrderState, orders } from '../../../platform/database/schema.ts';
import { settleDispute } from '../disputes/settle-dispute.ts';
import { transfer } from '../wallet/accounts.ts';
import type { Dispute, Payment, Receipt } from './ports.ts';
import { type SettleContext as Context, settleFurtherPayment, settleOrder } from './settle-order.ts';

/**
 * Settles an order: the first receipt that no order has credited is the order's own, and any other
 * one becomes a further order. Call it with every report, however old or often repeated.
 * @param isAwaited the response to the user's own call reports the outcome, so no notice is pushed
 * @returns the order's state afterwards
 */
export async function settlePayment(
  context: Context,
  order: Pick<OrderRow, 'id' | 'state'>,
  payment: Payment,
  isAwaited = false,
): Promise<OrderState> {
  const state = await settleReceived(context, order, payment, isAwaited);
  await recordFee(context, order.id, feeOf(payment));
  return payment.dispute ? disputeAll(context, order.id, payment.dispute, state) : state;
}

/** Returns what the provider keeps of all receipts; 0 if it isn't known. */
export const feeOf = ({ receipts = [] }: Payment) =>
  receipts.reduce((sum, { feeCents = 0 }) => sum + feeCents, 0);

/** Returns what has gone back of all receipts. */
export const sumOfRefunds = ({ receipts = [] }: Payment) =>
  receipts.reduce((sum, { refundedCents = 0 }) => sum + refundedCents, 0);

/**
 * Books what the provider keeps of an order's payment as a cost of the operator: the driver was credited
 * the whole amount, and the provider pays out less. A report of the same fee books nothing, one of another
 * fee books the change.
 * @param cents 0 if the fee isn't known yet
 */
async function recordFee({ db, now }: Context, orderId: number, cents: number): Promise<void> {
  if (cents === 0) return;
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select({ userId: orders.userId, txid: orders.txid, feeCents: orders.feeCents })
      .from(orders)
      .where(eq(orders.id, orderId))
      .for('update');
    // An order of a further payment has no `txid`: the first one has the fee of its code.
    if (!order?.txid || order.feeCents === cents) return;
    const booked = order.feeCents ?? 0;
    const movements = { cash: cents - booked, fees: booked - cents };
    const reference = `fee:${orderId}:${booked}:${cents}`;
    if (!(await transfer(tx, 'fee', reference, order.userId, movements, now()))) return;
    await tx.update(orders).set({ feeCents: cents }).where(eq(orders.id, orderId));
  });
}

/** Splits the reversed amount of a payment among its order and those of its further receipts. */
async function disputeAll(
  context: Context,
  id: number,
  { state, cents }: Dispute,
  orderState: OrderState,
): Promise<OrderState> {
  let left = cents;
  let reached = orderState;
  for (const order of await ordersOfPayment(context, id)) {
    const part = Math.min(left, order.cents);
    left -= part;
    const settled = await settleDispute(context, order.id, { state, cents: part });
    if (order.id === id) reached = settled;
  }
  return reached;
}

/** Returns an order and those that credited further payments of its code, the earliest first. */
async function ordersOfPayment({ db }: Context, id: number) {
  const [own] = await db.select().from(orders).where(eq(orders.id, id));
  const isFurther =
    own?.invoiceId && own.provider
      ? and(eq(orders.invoiceId, own.invoiceId), eq(orders.provider, own.provider))
      : undefined;
  return db
    .select({ id: orders.id, cents: orders.cents })
    .from(orders)
    .where(or(eq(orders.id, id), isFurther))
    .orderBy(asc(orders.id));
}

async function settleReceived(
  context: Context,
  order: Pick<OrderRow, 'id' | 'state'>,
  payment: Payment,
  isAwaited: boolean,
): Promise<OrderState> {
  const { id } = order;
  const { state, invoiceId, endToEndId } = payment;
  const refusal = payment.refusal?.reason;
  const named = { invoiceId, refusal };
  if (!payment.receipts) return settleOrder(context, id, { state, endToEndId, ...named }, { isAwaited });
  const kept = payment.receipts.flatMap(keptOf);
  const receipts = await uncredited(context, kept);
  const [own] = receipts;
  const paid = own && {
    state: 'paid' as const,
    invoiceId: own.invoiceId ?? invoiceId,
    endToEndId: own.endToEndId,
    cents: own.cents,
  };
  // Without a new receipt, a paid order stays as it is, and no other one becomes paid.
  if (!paid && state === 'paid') {
    const isGivenBack = payment.receipts.length > 0 && kept.length === 0;
    return isGivenBack
      ? settleOrder(context, id, { state: 'canceled', invoiceId }, { isAwaited })
      : order.state;
  }
  const reached = await settleOrder(context, id, { ...named, ...(paid ?? { state }) }, { isAwaited });
  // The order's own one is skipped here, unless another one was credited to it meanwhile.
  for (const receipt of receipts) if (receipt.endToEndId) await settleFurtherPayment(context, id, receipt);
  return reached;
}

/** Returns a receipt without what has gone back to the payer before it was credited. */
function keptOf(receipt: Receipt): Receipt[] {
  const cents = receipt.cents - (receipt.refundedCents ?? 0);
  return cents > 0 ? [{ ...receipt, cents }] : [];
}

/** Returns the receipts that no order has credited yet, the earliest first. */
async function uncredited({ db }: Context, receipts: readonly Receipt[]): Promise<Receipt[]> {
  const ids = receipts.flatMap(({ endToEndId }) => endToEndId ?? []);
  const known =
    ids.length > 0
      ? await db.select({ id: orders.endToEndId }).from(orders).where(inArray(orders.endToEndId, ids))
      : [];
  const credited = new Set(known.map(({ id }) => id));
  return receipts
    .filter(({ endToEndId }) => !endToEndId || !credited.has(endToEndId))
    .sort((a, b) => (a.receivedAt?.getTime() ?? 0) - (b.receivedAt?.getTime() ?? 0));
}
