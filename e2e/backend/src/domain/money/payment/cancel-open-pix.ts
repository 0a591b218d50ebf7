import { PIX } from '@shared/contract';
import { and, eq, lt, sql } from '../../../platform/database/orm.ts';
import { type OrderRow, orders } from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import { keyOf, portsOfUser, resultOf } from './payments.ts';
import { settleOrder } from './settle-order.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Cancels a user's unpaid Pix codes, or those before the order `before`. Failures are only logged:
 * `settle-open-orders.ts` tries again, and credits a payment that still arrives.
 */
export async function cancelOpenPix(context: MoneyContext, userId: number, before?: number): Promise<void> {
  const { db, log } = context;
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
    const isOurs = pix && pix.account === (order.provider ?? pix.account);
    const canceled = isOurs ? await resultOf(pix.cancel(keyOf(order))) : undefined;
    if (canceled?.kind === 'unknown')
      log.error({ err: canceled.error, orderId: order.id }, 'a canceled Pix may still be paid');
    if (canceled?.kind === 'found') await settlePayment(context, order, canceled.payment, true);
    // The user asked for no more of it, whatever the provider says.
    await settleOrder(context, order.id, { state: 'canceled' }, { isAwaited: true });
  };
  await Promise.all(open.map(cancel));
}
