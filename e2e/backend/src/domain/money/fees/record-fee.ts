/** Books what a payment provider keeps of a payment, as a cost of the operator. */
import { eq } from '../../../platform/database/orm.ts';
import { orders } from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import { transfer } from '../wallet/accounts.ts';

/**
 * Books the fee of an order's payment: the driver was credited the whole amount, and the provider
 * pays out less. A report of the same fee books nothing, one of another fee books the change.
 * @param cents 0 if the fee isn't known yet
 */
export async function recordFee(
  { db, now }: Pick<MoneyContext, 'db' | 'now'>,
  orderId: number,
  cents: number,
): Promise<void> {
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
