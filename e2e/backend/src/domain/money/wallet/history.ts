import type { HistoryEntry } from '@shared/contract';
import { PAYBACK, PAYBACK_REJECTED, REFUND, TAKEN_BACK } from '@shared/contract/statement-names';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { and, desc, eq, gt, gte, inArray, isNotNull, or } from '../../../platform/database/orm.ts';
import {
  disputes,
  ORDER_CHARGE,
  orders,
  paybacks,
  refunds,
  transactions,
} from '../../../platform/database/schema.ts';
import { ORDER_STATES } from './paybacks.ts';

const DEBIT_TYPE = 1;
const CREDIT_TYPE = 2;

/**
 * Returns a user's statement, newest first: one entry per top-up, charge, refund,
 * top-up that the provider reversed, and credit that went back.
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
    ...(await paybackEntries(db, userId, since)),
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

/** Returns the entries of a user's reversed top-ups; each links to its top-up. */
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

/**
 * Returns the credit that went back, each of which links to its top-up. A rejected one has a second
 * entry for the credit that it is again.
 */
async function paybackEntries(db: Db, userId: number, since: Date) {
  const rows = await db
    .select()
    .from(paybacks)
    .where(and(eq(paybacks.userId, userId), gte(paybacks.updatedAt, since)));
  return rows.flatMap(({ id, cents, orderId, state, createdAt, updatedAt }) => {
    const common = { uwhAmmount: cents / 100, uwhOrderId: orderId };
    const left = {
      ...common,
      uwhId: `payback-${id}`,
      uwhUwttId: DEBIT_TYPE,
      orderItemDesc: PAYBACK,
      uwhTimestamp: createdAt.toISOString(),
      orderState: ORDER_STATES[state],
    };
    const credited = {
      ...common,
      uwhId: `payback-${id}-rejected`,
      uwhUwttId: CREDIT_TYPE,
      orderItemDesc: PAYBACK_REJECTED,
      uwhTimestamp: updatedAt.toISOString(),
      orderState: 'paid',
    };
    return state === 'rejected' ? [left, credited] : [left];
  });
}
