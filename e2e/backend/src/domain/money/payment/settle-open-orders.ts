/**
 * Looks up orders at the provider when they are due, so that a lost response or notice loses no
 * payment. The pauses grow with an order's age, and end with its last chance of a payment.
 */
import pMap from 'p-map';
import { and, desc, eq, inArray, isNull, lte, or, sql } from '../../../platform/database/orm.ts';
import { type OrderRow, orders } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../platform/time.ts';
import { isPix, keyOf, portOfOrder, portsOfUser, resultOf } from './payments.ts';
import type { Payment } from './ports.ts';
import { type SettleContext as Context, cancelUnpaidPix, settleOrder } from './settle-order.ts';
import { settlePayment } from './settle-payment.ts';

/** How long a canceled Pix may still be paid if its provider doesn't say that it is closed, in ms. */
const MAX_PIX_AGE_MS = 90 * DAY_MS;
/** How long a provider may take to report money of a closed Pix, in ms. */
const NOTICE_WINDOW_MS = 2 * DAY_MS;
/** Age at which a pending order that the provider doesn't know fails, in ms. */
export const REQUEST_EXPIRY_MS = 15 * MINUTE_MS;
/** Maximum number of orders per round, and of concurrent lookups of each account. */
export const PER_ROUND = 200;
const AT_ONCE = 8;
/** After so many failed lookups in a row, an account's provider counts as away until the next round. */
const MAX_FAILURES = AT_ONCE;
/** A pause is this share of an order's age: about 50 lookups of an unpaid Pix. */
const OPEN_SHARE = 0.2;
const CLOSED_SHARE = 0.5;

/**
 * Looks up the orders that are due until `stopped` aborts, the newest first.
 * @param dueBy looks up orders that are due by then, too
 */
export async function settleOpenOrders(context: Context, dueBy = context.now(), stopped?: AbortSignal) {
  if (!context.payments) return;
  const due = Map.groupBy(await claimDue(context, dueBy), ({ provider }) => provider);
  await Promise.all([...due.values()].map((orders) => settleAccount(context, orders, stopped)));
}

/** Looks up due orders of one account, so that a provider that is away doesn't delay those of others. */
async function settleAccount(context: Context, due: OrderRow[], stopped?: AbortSignal): Promise<void> {
  let failures = 0;
  const settle = async (order: OrderRow) => {
    if (stopped?.aborted || failures >= MAX_FAILURES) return;
    try {
      await settleOpen(context, order);
      failures = 0;
    } catch (error) {
      failures += 1;
      context.log.error({ err: error, orderId: order.id }, 'settling an open order failed');
    }
  };
  await pMap(due, settle, { concurrency: AT_ONCE });
}

/**
 * Returns the orders that are due, and schedules their next lookup before this one starts: a crash
 * only delays them, and a notice that arrives meanwhile isn't overwritten.
 */
function claimDue({ db, now }: Context, dueBy: Date): Promise<OrderRow[]> {
  const at = now().toISOString();
  const isOpen = inArray(orders.state, ['pending', 'captured']);
  const due = db
    .select({ id: orders.id })
    .from(orders)
    .where(or(lte(orders.nextLookUpAt, dueBy), and(isOpen, isNull(orders.nextLookUpAt))))
    .orderBy(desc(orders.createdAt))
    .limit(PER_ROUND)
    .for('update', { skipLocked: true });
  const share = sql`case when ${isOpen} then ${OPEN_SHARE}::float8 else ${CLOSED_SHARE}::float8 end`;
  const pause = sql`least(interval '1 day', greatest(interval '5 seconds', (${at}::timestamptz - ${orders.createdAt}) * ${share}))`;
  return db
    .update(orders)
    .set({ nextLookUpAt: sql`date_trunc('milliseconds', ${at}::timestamptz + ${pause})` })
    .where(inArray(orders.id, due))
    .returning();
}

async function settleOpen(context: Context, order: OrderRow): Promise<void> {
  const port = portOfOrder(await portsOfUser(context, order.userId), order);
  const now = context.now();
  if (!port) {
    context.log.error({ orderId: order.id }, "the provider of an open order isn't configured");
    const state = isPixExpired(order, now) ? await cancelUnpaidPix(context, order.id) : order.state;
    if (isFinal({ ...order, state }, undefined, now)) await endLookUps(context, order);
    return;
  }
  const found = await resultOf(context.clock, port.lookUp(keyOf(order)));
  if (found.kind === 'unknown') throw found.error;
  let payment = found.kind === 'found' ? found.payment : undefined;
  // A code that isn't shown any more must not be paid.
  const isOver = order.state !== 'pending' || isPixExpired(order, now);
  if (payment?.state === 'pending' && payment.isClosed === false && isOver && 'cancel' in port) {
    const canceled = await resultOf(context.clock, port.cancel(keyOf(order)));
    if (canceled.kind === 'unknown') throw canceled.error;
    if (canceled.kind === 'found') payment = canceled.payment;
  }
  let { state } = order;
  const isUnpaid = payment?.state === 'canceled' && !payment.receipts?.length;
  if (isUnpaid && isPixExpired(order, now)) state = await cancelUnpaidPix(context, order.id);
  else if (payment) state = await settlePayment(context, order, payment);
  else if (isRequestExpired(order, now)) state = await settleOrder(context, order.id, { state: 'error' });
  // The state is unchanged if the payment was credited to another order.
  if (state === order.state && isPixExpired(order, now)) state = await cancelUnpaidPix(context, order.id);
  if (isFinal({ ...order, state }, payment, now)) await endLookUps(context, order);
}

const isRequestExpired = ({ state, createdAt }: OrderRow, now: Date) =>
  state === 'pending' && createdAt < addMs(now, -REQUEST_EXPIRY_MS);

/** Returns whether a Pix has expired, or lost its code in a crash. */
function isPixExpired(order: OrderRow, now: Date): boolean {
  if (order.state !== 'pending' || !isPix(order)) return false;
  return order.data ? new Date(order.data.due_date) < now : isRequestExpired(order, now);
}

/** Returns whether no further money can arrive for an order. A Pix may be paid late, and twice. */
function isFinal(order: OrderRow, payment: Payment | undefined, now: Date): boolean {
  const { state, createdAt } = order;
  if (state === 'pending' || state === 'captured') return false;
  const isOlderThan = (ms: number) => createdAt < addMs(now, -ms);
  // A card's charge may become visible after its order has failed for want of one.
  if (!isPix(order)) return state !== 'error' || isOlderThan(NOTICE_WINDOW_MS);
  if (state === 'paid' && !payment?.receipts) return true;
  // A provider that knows no such payment has no code that could be paid.
  const isClosed = payment ? payment.isClosed : state === 'error';
  return isOlderThan(isClosed ? NOTICE_WINDOW_MS : MAX_PIX_AGE_MS);
}

/** Ends the lookups of an order, unless a notice has scheduled another one meanwhile. */
async function endLookUps({ db }: Context, { id, nextLookUpAt }: OrderRow): Promise<void> {
  if (!nextLookUpAt) return;
  await db
    .update(orders)
    .set({ nextLookUpAt: null })
    .where(and(eq(orders.id, id), eq(orders.nextLookUpAt, nextLookUpAt)));
}
