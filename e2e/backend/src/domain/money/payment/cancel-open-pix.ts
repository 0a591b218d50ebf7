import { PIX } from '@shared/contract';
import { and, eq, lt, sql } from '../../../platform/database/orm.ts';
import { type OrderRow, orders } from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import { isAt, keyOf, portsOfUser, resultOf } from './payments.ts';
import { cancelUnpaidPix } from './settle-order.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Cancels a user's unpaid Pix codes, or those before the order `before`. Failures are only logged:
 * `settle-open-orders.ts` tries again, and credits a payment that still arrives.
 */
export async function cancelOpenPix(context: MoneyContext, userId: number, before?: number): Promise<void> {
  const { db, clock, log } = context;
  const { pix } = await portsOfUser(context, userId);
  const open = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.state, 'pending'),
        sql`${orders.paymentMethod} ->> 'item_type' = ${PIX}`,
        before === undefined ? undefined : lt(orders.id, before),
      ),
    );
  const cancel = async (order: OrderRow) => {
    const canceled = pix && isAt(pix, order) ? await resultOf(clock, pix.cancel(keyOf(order))) : undefined;
    if (canceled?.kind === 'unknown')
      log.error({ err: canceled.error, orderId: order.id }, 'a canceled Pix may still be paid');
    // It may have been paid meanwhile. Otherwise the user no longer wants it, whatever the provider
    // says.
    if (canceled?.kind === 'found' && canceled.payment.state !== 'canceled')
      await settlePayment(context, order, canceled.payment);
    await cancelUnpaidPix(context, order.id);
  };
  await Promise.all(open.map(cancel));
}
