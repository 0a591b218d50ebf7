/** What a user's free credit can go back to, and why the rest can't. */
import type { KeptReason, paybackCalls } from '@shared/contract/payback';
import type * as z from 'zod/mini';
import { and, desc, eq, getTableColumns, isNotNull, ne, or, sql } from '../../../platform/database/orm.ts';
import {
  disputes,
  ORDER_TOP_UP,
  type OrderRow,
  orders,
  paybacks,
} from '../../../platform/database/schema.ts';
import { addMs, DAY_MS } from '../../../platform/time.ts';
import type { MoneyContext } from '../context.ts';
import { portOfOrder, portsOfUser } from '../payment/payments.ts';
import type { CardPort, PixPort } from '../payment/ports.ts';
import { readFunds } from '../wallet/accounts.ts';
import { planPaybacks } from './plan-paybacks.ts';

type Context = Pick<MoneyContext, 'db' | 'now' | 'payments'>;

/** How many paybacks the plan lists: those on their way, then the last ones. */
const LISTED = 10;
/** After a refusal, the same top-up isn't tried again for this time, in ms. */
const REFUSED_MS = DAY_MS;

type TopUp = Awaited<ReturnType<typeof readTopUps>>[number];

/**
 * Plans how a user's free credit goes back. Lock the wallet to start the paybacks, so that the plan
 * stays true.
 */
export async function readPlan(context: Context, userId: number) {
  const { db, now } = context;
  const { wallet, held } = await readFunds(db, userId);
  const topUps = await readTopUps(context, userId);
  const ports = await portsOfUser(context, userId);
  const paid = topUps.map((topUp) => {
    const { order, goneCents } = topUp;
    const port = portOfOrder(ports, order);
    const isPartial = port?.capabilities.partialRefund ?? false;
    const obstacle = obstacleOf(topUp, topUps, port, now());
    return { orderId: order.id, paidCents: order.cents, goneCents, isPartial, obstacle };
  });
  const plan = planPaybacks(wallet, paid);
  if (held > 0) plan.kept.push({ reason: 'charging', cents: held });
  return { plan, orders: new Map(topUps.map(({ order }) => [order.id, order])) };
}

/** Returns the top-ups that were paid, the last ones first. */
function readTopUps({ db }: Context, userId: number) {
  const isGone = sql`${paybacks.state} <> 'rejected'`;
  return db
    .select({
      order: getTableColumns(orders),
      isDisputed: sql<boolean>`${disputes.orderId} is not null`,
      goneCents: sql<number>`coalesce(sum(${paybacks.cents}) filter (where ${isGone}), 0)`.mapWith(Number),
      refusedAt: sql<Date | null>`max(${paybacks.updatedAt}) filter (where not ${isGone})`.mapWith(
        paybacks.updatedAt,
      ),
    })
    .from(orders)
    .leftJoin(disputes, eq(disputes.orderId, orders.id))
    .leftJoin(paybacks, eq(paybacks.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.kind, ORDER_TOP_UP),
        or(eq(orders.state, 'paid'), isNotNull(disputes.orderId)),
      ),
    )
    .groupBy(orders.id, disputes.orderId)
    .orderBy(desc(orders.updatedAt), desc(orders.id));
}

function obstacleOf(
  { order, isDisputed, refusedAt }: TopUp,
  all: readonly TopUp[],
  port: CardPort | PixPort | undefined,
  now: Date,
): KeptReason | undefined {
  if (isDisputed) return 'disputed';
  if (!order.invoiceId && !order.txid) return 'noPayment';
  const { fullRefundDays = 0, partialRefund = false } = port?.capabilities ?? {};
  if (fullRefundDays === 0) return 'unsupported';
  if (order.updatedAt <= addMs(now, -fullRefundDays * DAY_MS)) return 'tooOld';
  if (refusedAt && refusedAt > addMs(now, -REFUSED_MS)) return 'refused';
  // One code that was paid twice is one payment there.
  const isSamePayment = ({ order: other }: TopUp) =>
    other.id !== order.id && other.provider === order.provider && other.invoiceId === order.invoiceId;
  return !partialRefund && all.some(isSamePayment) ? 'onlyInFull' : undefined;
}

const methodOf = ({ paymentMethod }: Pick<OrderRow, 'paymentMethod'>) => ({
  item_type: paymentMethod?.item_type,
  description: paymentMethod?.description,
});

/** Returns the plan and the last paybacks as the API shows them. */
export async function paybackView(
  context: Context,
  userId: number,
): Promise<z.input<typeof paybackCalls.paybackPlan.response>> {
  const { db } = context;
  const { plan, orders: known } = await readPlan(context, userId);
  const rows = await db
    .select({ payback: paybacks, paymentMethod: orders.paymentMethod })
    .from(paybacks)
    .innerJoin(orders, eq(orders.id, paybacks.orderId))
    .where(eq(paybacks.userId, userId))
    .orderBy(ne(paybacks.state, 'pending'), desc(paybacks.id))
    .limit(LISTED);
  return {
    parts: plan.parts.map(({ orderId, cents }) => ({
      orderId,
      amount: cents / 100,
      ...methodOf(known.get(orderId) ?? { paymentMethod: null }),
    })),
    kept: plan.kept.map(({ reason, cents }) => ({ reason, amount: cents / 100 })),
    paybacks: rows.map(({ payback, ...order }) => ({
      paybackId: payback.id,
      amount: payback.cents / 100,
      state: payback.state,
      at: payback.updatedAt.toISOString(),
      ...methodOf(order),
    })),
  };
}
