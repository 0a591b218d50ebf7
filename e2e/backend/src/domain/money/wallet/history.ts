import type { HistoryEntry } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { and, desc, eq, gt, gte, inArray, isNotNull, or } from '../../../platform/database/orm.ts';
import { disputes, ORDER_CHARGE, orders, refunds, transactions } from '../../../platform/database/schema.ts';
import { REFUND, TAKEN_BACK } from './orders.ts';

const DEBIT_TYPE = 1;
const CREDIT_TYPE = 2;

/**
 * Returns a user's statement, newest first: one entry per top-up, charge, refund and
 * top-up that the provider took back.
 */
export async function walletHistory(
  db: Db,
  userId: number,
  since: Date,
): Promise<z.input<typeof HistoryEntry>[]> {
  const rows = await db
    .select({ order: orders, transaction: transactions })
    .from(orders)
    .leftJoin(transactions, eq(transactions.orderId, orders.id))
    .leftJoin(disputes, eq(disputes.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        gte(orders.updatedAt, since),
        // Other orders failed without moving money.
        or(inArray(orders.state, ['paid', 'captured', 'pending']), isNotNull(disputes.orderId)),
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
  const all = [
    ...entries,
    ...(await refundEntries(db, userId, since)),
    ...(await takenBackEntries(db, userId, since)),
  ];
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

/** Returns what the provider has taken back of a user's top-ups, each of which links to its top-up. */
async function takenBackEntries(db: Db, userId: number, since: Date) {
  const rows = await db
    .select({ dispute: disputes })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(and(eq(orders.userId, userId), gte(disputes.createdAt, since), gt(disputes.cents, 0)));
  return rows.map(({ dispute }) => ({
    uwhId: `dispute-${dispute.orderId}`,
    uwhAmmount: dispute.cents / 100,
    uwhUwttId: DEBIT_TYPE,
    orderItemDesc: TAKEN_BACK,
    uwhTimestamp: dispute.createdAt.toISOString(),
    uwhOrderId: dispute.orderId,
    orderState: 'paid',
  }));
}
