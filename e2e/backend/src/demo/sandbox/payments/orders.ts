/** Top-ups that a sandbox user can pay, including paid ones, to try out a second payment. */
import type { Payment } from '@e2e/payments';
import type { MoneyContext } from '../../../domain/money/context.ts';
import { isPix } from '../../../domain/money/payment/payments.ts';
import type { Db } from '../../../platform/database/database.ts';
import { and, desc, eq, gt, inArray } from '../../../platform/database/orm.ts';
import { ORDER_TOP_UP, type OrderRow, orders, users } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS } from '../../../platform/time.ts';

const MAX_SHOWN = 50;

/** Returns the order of any user's top-up. */
export async function orderOf(db: Db, id: number): Promise<OrderRow | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.kind, ORDER_TOP_UP)));
  return order;
}

/** Returns recent top-ups that are open, paid or canceled, newest first, with what the payer and the bank can do. */
export async function listOrders({ db, now }: Pick<MoneyContext, 'db' | 'now'>, payments: Payment[]) {
  const rows = await db
    .select({ order: orders, name: users.name })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        eq(orders.kind, ORDER_TOP_UP),
        inArray(orders.state, ['pending', 'captured', 'canceled', 'paid']),
        gt(orders.createdAt, addMs(now(), -DAY_MS)),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(MAX_SHOWN);
  return rows.map(({ order, name }) => ({
    id: order.id,
    user: name,
    isPix: isPix(order),
    method: order.paymentMethod?.description,
    cents: order.cents,
    state: order.state,
    dueDate: order.data?.due_date,
    code: order.data?.pix.qrcode_text,
    expired: order.data !== null && new Date(order.data.due_date) < now(),
    actions: paymentOf(order, payments)?.actions ?? [],
    returnedCents: paymentOf(order, payments)?.returnedCents ?? 0,
  }));
}

export const paymentOf = ({ txid }: OrderRow, payments: Payment[]) =>
  payments.find(({ reference }) => reference !== undefined && reference === txid);

/** Expires a Pix now; `settle-open-orders.ts` then cancels it. */
export async function expireNow({ db, now }: Pick<MoneyContext, 'db' | 'now'>, order: OrderRow) {
  if (!order.data) return;
  const data = { ...order.data, due_date: now().toISOString() };
  await db.update(orders).set({ data }).where(eq(orders.id, order.id));
}
