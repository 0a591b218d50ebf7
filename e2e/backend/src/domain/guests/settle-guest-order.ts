import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { guestCharges, type OrderRow, orders } from '../../platform/database/schema.ts';
import type { MoneyContext } from '../money/context.ts';
import { newTxid } from '../money/payment/payments.ts';
import { lockFunds } from '../money/wallet/accounts.ts';
import { startPayback } from '../money/wallet/paybacks.ts';

/**
 * Decides in the transaction that credits it what a payment of a guest's code is for: the first one, in
 * time, lets the charge start. Any other goes back at once, so that no charge can spend it; also if the
 * guest has an account by now.
 * @param order as it was before, but with the amount that was paid
 * @returns false if the order is none of a guest's code
 */
export async function settleGuestOrder(
  { randomness }: Pick<MoneyContext, 'randomness'>,
  tx: Db,
  order: OrderRow,
  state: OrderRow['state'],
  at: Date,
): Promise<boolean> {
  const { id, userId, invoiceId } = order;
  const [found] = await tx
    .select({ guest: guestCharges, first: orders })
    .from(guestCharges)
    .innerJoin(orders, eq(orders.id, guestCharges.orderId))
    .where(and(eq(guestCharges.userId, userId), eq(orders.invoiceId, invoiceId ?? '')));
  if (!found) return false;
  if (state !== 'paid') return true;
  const isThis = eq(guestCharges.userId, userId);
  const isFirst = found.first.id === id;
  const dueDate = order.data && new Date(order.data.due_date);
  const isInTime = order.state === 'pending' && dueDate !== null && at <= dueDate;
  if (isFirst && isInTime) {
    await tx.update(guestCharges).set({ paidAt: at }).where(isThis);
    return true;
  }
  // A debt has been paid of it.
  const cents = Math.min(order.cents, (await lockFunds(tx, userId)).wallet);
  if (cents > 0) await startPayback(tx, order, { cents, reference: newTxid(randomness), createdAt: at });
  if (isFirst) await tx.update(guestCharges).set({ closedAt: at, refusal: 'PAID_LATE' }).where(isThis);
  return true;
}
