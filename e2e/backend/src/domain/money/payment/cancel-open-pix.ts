import { PIX } from '@shared/contract';
import { and, eq } from '../../../platform/database/orm.ts';
import { orders } from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import { referenceOf } from './provider.ts';
import { settleOrder } from './settle-order.ts';
import { withTimeout } from './with-timeout.ts';

/** Cancels a user's unpaid Pix codes. Failures are only logged: a code expires on its own. */
export async function cancelOpenPix(context: MoneyContext, userId: number): Promise<void> {
  const { db, clock, payment, log } = context;
  const open = await db
    .select({ id: orders.id, method: orders.paymentMethod })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'pending')));
  const codes = open.filter(({ method }) => method?.item_type === PIX);
  const cancel = async (orderId: number) => {
    const outcome = await payment?.cancelPix?.(referenceOf(orderId));
    if (outcome) await settleOrder(context, orderId, outcome);
  };
  await Promise.all(
    codes.map(({ id }) =>
      withTimeout(clock, cancel(id)).catch((error: unknown) =>
        log.error({ err: error, orderId: id }, 'a Pix of a deleted account may still be paid'),
      ),
    ),
  );
}
