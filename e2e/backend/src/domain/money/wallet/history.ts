import type { HistoryEntry } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { and, desc, eq, gte, inArray } from '../../../platform/database/orm.ts';
import { ORDER_CHARGE, orders, transactions } from '../../../platform/database/schema.ts';

const DEBIT_TYPE = 1;
const CREDIT_TYPE = 2;

/** Returns a user's statement, newest first: one entry per top-up and charge. */
export async function walletHistory(
  db: Db,
  userId: number,
  since: Date,
): Promise<z.input<typeof HistoryEntry>[]> {
  const rows = await db
    .select({ order: orders, transaction: transactions })
    .from(orders)
    .leftJoin(transactions, eq(transactions.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        gte(orders.updatedAt, since),
        // Orders in other states failed without moving money.
        inArray(orders.state, ['paid', 'captured', 'pending']),
      ),
    )
    .orderBy(desc(orders.updatedAt), desc(orders.id));
  return rows.map(({ order, transaction }) => {
    const isCharge = order.kind === ORDER_CHARGE;
    return {
      uwhId: order.id,
      uwhAmmount: order.cents / 100,
      uwhUwttId: isCharge ? DEBIT_TYPE : CREDIT_TYPE,
      orderItemDesc: isCharge ? 'Recarga' : (order.paymentMethod?.description ?? 'Crédito'),
      startTime: transaction?.startedAt.toISOString(),
      stopTime: transaction?.stoppedAt?.toISOString(),
      uwhTimestamp: order.updatedAt.toISOString(),
      transactionId: transaction?.id,
      uwhOrderId: order.id,
      orderState: order.state,
    };
  });
}
