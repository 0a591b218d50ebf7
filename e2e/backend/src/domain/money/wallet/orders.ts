/** Orders: payments of a user, line by line. */

import { type Bill, lineLabel } from '@shared/charging';
import type { Order } from '@shared/contract';
import { PAYBACK, REFUND, TAKEN_BACK } from '@shared/contract/statement-names';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { asc, eq } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import {
  disputes,
  ORDER_CHARGE,
  type OrderRow,
  orderItems,
  orders,
  refunds,
} from '../../../platform/database/schema.ts';
import { sumOf } from './accounts.ts';
import { paidBackOf } from './paybacks.ts';

/** As `PAYBACK`, on the receipt. */
const PAYBACK_PENDING = `${PAYBACK} (a\u00a0caminho)`;

/** Records a charge's order, with the lines of the bill as its items. Returns its id. */
export async function recordChargeOrder(tx: Db, userId: number, bill: Bill, at: Date): Promise<number> {
  const payment = { kind: ORDER_CHARGE, state: 'paid' as const, cents: bill.total };
  const order = { userId, ...payment, createdAt: at, updatedAt: at };
  const { id } = one(await tx.insert(orders).values(order).returning({ id: orders.id }));
  await writeItems(tx, id, bill);
  return id;
}

export async function rewriteChargeOrder(tx: Db, orderId: number, bill: Bill, at: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ cents: bill.total, createdAt: at, updatedAt: at })
    .where(eq(orders.id, orderId));
  await tx.delete(orderItems).where(eq(orderItems.orderId, orderId));
  await writeItems(tx, orderId, bill);
}

async function writeItems(tx: Db, orderId: number, bill: Bill): Promise<void> {
  const items = bill.lines.map((line, position) => ({
    orderId,
    position,
    description: lineLabel(line.kind),
    quantity: line.quantity,
    price: line.unitPrice,
    cents: line.cents,
  }));
  if (items.length > 0) await tx.insert(orderItems).values(items);
}

/**
 * Returns an order in the form of the API and the live stream, or undefined. The amount of a charge
 * is what remains paid: its lines without the refunded ones. That of a top-up is what was paid.
 */
export async function orderView(db: Db, orderId: number): Promise<z.input<typeof Order> | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return undefined;
  const { items, refunded, ofNoLine, paidBack } = await readBill(db, order);
  const isCharge = order.kind === ORDER_CHARGE;
  const paidBackCents = Math.min(ofNoLine, paidBack.done);
  return {
    orderId: order.id,
    orderState: order.state,
    orderAmount: (isCharge ? order.cents - refunded : order.cents) / 100,
    orderUpdated: order.updatedAt.toISOString(),
    orderInvoiceId: order.invoiceId,
    orderIdempotencyKey: order.idempotencyKey,
    orderOtId: order.kind,
    orderPaymentMethodData: order.paymentMethod && JSON.stringify(order.paymentMethod),
    // Without its code, a refunded or reversed Pix isn't shown as unpaid.
    orderData: order.data && refunded === 0 ? JSON.stringify(order.data) : null,
    orderItems: [
      ...items.map((item) => ({
        orderItemDesc: item.description,
        orderItemCount: item.quantity,
        orderItemPrice: item.price,
        orderItemAmount: item.cents / 100,
        orderItemRefunded: item.refunded,
      })),
      ...partialRefund(PAYBACK, paidBackCents),
      // A dispute may have taken all of it meanwhile.
      ...partialRefund(PAYBACK_PENDING, Math.min(paidBack.pending, order.cents - refunded)),
      ...partialRefund(isCharge ? REFUND : TAKEN_BACK, ofNoLine - paidBackCents),
    ],
  };
}

/**
 * Returns an order's items, which are all refunded if the order is refunded in whole, the cents that
 * are refunded, those of them that were refunded as an amount and belong to no item, and what went
 * back to the source of the payment or is on its way.
 */
export async function readBill(db: Db, { id, cents }: Pick<OrderRow, 'id' | 'cents'>) {
  const rows = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(asc(orderItems.position));
  const refund = await refundedOf(db, id);
  const isWhole = refund.cents > 0 && refund.cents === cents;
  const items = rows.map((item) => ({
    ...item,
    refunded: item.refunded || isWhole || refund.lines.has(item.position),
  }));
  const ofItems = sumOf(items.filter(({ refunded }) => refunded));
  const { cents: refunded, paidBack } = refund;
  return { items, refunded, ofNoLine: refunded - ofItems, paidBack };
}

/** Returns a line for what was refunded as an amount. */
const partialRefund = (orderItemDesc: string, cents: number) =>
  cents > 0 ? [{ orderItemDesc, orderItemCount: 1, orderItemAmount: -cents / 100 }] : [];

/**
 * Returns what was refunded or reversed of a charge or a top-up, in cents, how much of it went back to
 * the source of the payment, how much more is on its way, and the positions of the refunded lines.
 */
export async function refundedOf(db: Db, orderId: number) {
  const known = await db.select().from(refunds).where(eq(refunds.orderId, orderId));
  const taken = await db.select().from(disputes).where(eq(disputes.orderId, orderId));
  const paidBack = await paidBackOf(db, orderId);
  return {
    cents: sumOf(known) + sumOf(taken) + paidBack.done,
    paidBack,
    lines: new Set(known.flatMap(({ lines }) => lines ?? [])),
  };
}
