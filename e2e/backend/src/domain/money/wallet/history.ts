import type { HistoryEntry } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { and, desc, eq, gt, gte, inArray } from '../../../platform/database/orm.ts';
import { ORDER_CHARGE, orders, refunds, transactions } from '../../../platform/database/schema.ts';
import { REFUND } from './orders.ts';

const DEBIT_TYPE = 1;
const CREDIT_TYPE = 2;

/** Returns a user's statement, newest first: one entry per top-up, charge and refund. */
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
  const entries = rows.map(({ order, transaction }) => {
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
  const all = [...entries, ...(await refundEntries(db, userId, since))];
  return all.sort((one, other) => Date.parse(other.uwhTimestamp) - Date.parse(one.uwhTimestamp));
}

/** Returns the refunds of a user's charges, each of which links to its charge. */
async function refundEntries(db: Db, userId: number, since: Date) {
  const rows = await db
    .select({ refund: refunds, transactionId: transactions.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(transactions, eq(transactions.orderId, orders.id))
    .where(and(eq(orders.userId, userId), gte(refunds.createdAt, since), gt(refunds.cents, 0)));
  return rows.map(({ refund, transactionId }) => ({
    uwhId: `refund-${refund.id}`,
    uwhAmmount: refund.cents / 100,
    uwhUwttId: CREDIT_TYPE,
    orderItemDesc: REFUND,
    uwhTimestamp: refund.createdAt.toISOString(),
    transactionId,
    uwhOrderId: refund.orderId,
    orderState: 'paid',
  }));
}
