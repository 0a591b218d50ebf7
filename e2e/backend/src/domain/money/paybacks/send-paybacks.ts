/**
 * Requests refunds from the providers. A request with an unknown outcome is looked up before it is
 * repeated, with the same reference and with growing pauses. Refunds of one payment are made one at a
 * time, since some providers have no references of refunds, only their sum.
 */

import { alias } from 'drizzle-orm/pg-core';
import pMap from 'p-map';
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  sql,
} from '../../../platform/database/orm.ts';
import { type OrderRow, orders, type PaybackRow, paybacks } from '../../../platform/database/schema.ts';
import { SECOND_MS } from '../../../platform/time.ts';
import { keyOf, PROVIDER_MS, portOfOrder, portsOfUser, resultOf } from '../payment/payments.ts';
import type { CardPort, Payment, PixPort, Refund, RefundRequest } from '../payment/ports.ts';
import type { SettleContext as Context } from '../payment/settle-order.ts';
import { settlePayment, sumOfRefunds } from '../payment/settle-payment.ts';
import { endPayback } from '../wallet/paybacks.ts';

/** Maximum number of paybacks per round, and of concurrent ones. */
const PER_ROUND = 100;
const AT_ONCE = 4;
/** A pause is this share of a payback's age, so it grows. */
const SHARE = 0.2;
/** A try makes three requests at most, and the next one begins after them. */
const TRY_MS = 4 * PROVIDER_MS;
/** Shortest pause while the provider is working on it, in ms: nothing is being asked meanwhile. */
const PROCESSING_MS = 5 * SECOND_MS;

/**
 * Requests the paybacks that are due, until `stopped` aborts.
 * @param dueBy requests those that are due by then, too
 */
export async function sendPaybacks(context: Context, dueBy = context.now(), stopped?: AbortSignal) {
  if (!context.payments) return;
  const send = async (payback: PaybackRow) => {
    if (stopped?.aborted) return;
    await sendPayback(context, payback).catch((error: unknown) =>
      context.log.error({ err: error, paybackId: payback.id }, 'giving credit back failed'),
    );
  };
  await pMap(await claimDue(context, dueBy), send, { concurrency: AT_ONCE });
}

/** Returns a pause as SQL, which grows with the age of a payback. */
const pauseOf = (at: Date, leastMs: number) =>
  sql`date_trunc('milliseconds', ${at.toISOString()}::timestamptz + least(interval '1 day', greatest(
    ${leastMs}::float8 * interval '1 millisecond', (${at.toISOString()}::timestamptz - ${paybacks.createdAt}) * ${SHARE}::float8)))`;

/**
 * Returns the paybacks that are due, the first of each payment only, and schedules their next try
 * before this one starts: a crash only delays them, and no other instance claims them meanwhile.
 */
function claimDue({ db, now }: Context, dueBy: Date): Promise<PaybackRow[]> {
  const earlier = alias(paybacks, 'earlier');
  const isEarlier = and(
    eq(earlier.payment, paybacks.payment),
    eq(earlier.state, 'pending'),
    lt(earlier.id, paybacks.id),
  );
  const due = db
    .select({ id: paybacks.id })
    .from(paybacks)
    .where(
      and(
        eq(paybacks.state, 'pending'),
        lte(paybacks.nextTryAt, dueBy),
        notExists(db.select({ id: earlier.id }).from(earlier).where(isEarlier)),
      ),
    )
    .orderBy(asc(paybacks.nextTryAt))
    .limit(PER_ROUND)
    .for('update', { skipLocked: true });
  return db
    .update(paybacks)
    .set({ nextTryAt: pauseOf(now(), TRY_MS) })
    .where(inArray(paybacks.id, due))
    .returning();
}

async function sendPayback(context: Context, payback: PaybackRow): Promise<void> {
  const { clock, db, log } = context;
  const [order] = await db.select().from(orders).where(eq(orders.id, payback.orderId));
  const port = order && portOfOrder(await portsOfUser(context, order.userId), order);
  if (!port) return log.error({ paybackId: payback.id }, "the provider of a payback isn't configured");
  const key = await keyOfPayment(context, order);
  let { refundedBefore } = payback;
  if (refundedBefore === null) {
    const found = await resultOf(clock, port.lookUp(key));
    if (found.kind === 'unknown') throw found.error;
    const payment = found.kind === 'found' ? found.payment : undefined;
    // A slow run may overlap the next one, and the refund of that one would look like an obstacle.
    if (await hasBegun(db, payback.id)) return;
    const obstacle = obstacleIn(payment, order, payback);
    if (obstacle) await end(context, payback, 'rejected', obstacle);
    // A dispute takes the credit, which is in the wallet again.
    if (obstacle && payment) await settlePayment(context, order, payment);
    if (obstacle) return;
    refundedBefore = payment ? sumOfRefunds(payment) : 0;
    // From now on, this sum shows whether the refund has happened. The first run alone determines it.
    const isFirst = and(eq(paybacks.id, payback.id), isNull(paybacks.refundedBefore));
    const begun = await db.update(paybacks).set({ refundedBefore }).where(isFirst).returning();
    if (begun.length === 0) return;
  }
  const { cents, reference: id } = payback;
  const request = { key, id, cents, endToEndId: order.endToEndId ?? undefined, refundedBefore };
  await refundOnce(context, port, payback, request);
}

/** Returns whether a refund was or may have been requested. */
async function hasBegun(db: Context['db'], id: number): Promise<boolean> {
  const [current] = await db.select().from(paybacks).where(eq(paybacks.id, id));
  return typeof current?.refundedBefore === 'number';
}

/**
 * Requests a refund unless an earlier request for it was carried out, and applies the provider's
 * response.
 */
async function refundOnce(
  context: Context,
  port: CardPort | PixPort,
  payback: PaybackRow,
  request: RefundRequest,
): Promise<void> {
  const { clock } = context;
  if (payback.refundedBefore !== null) {
    const found = await resultOf(clock, port.lookUpRefund(request));
    if (found.kind === 'unknown') throw found.error;
    if (found.kind === 'found') return applyRefund(context, payback, found.refund);
  }
  const refunded = await resultOf(clock, port.refund(request));
  if (refunded.kind === 'unknown') throw refunded.error;
  if (refunded.kind === 'done') return applyRefund(context, payback, refunded.refund);
  await end(context, payback, 'rejected', [refunded.reason, refunded.code].filter(Boolean).join(' '));
}

async function applyRefund(context: Context, payback: PaybackRow, { state, bankId }: Refund): Promise<void> {
  if (bankId) await context.db.update(paybacks).set({ bankId }).where(eq(paybacks.id, payback.id));
  if (state !== 'processing') return end(context, payback, state, 'provider');
  await context.db
    .update(paybacks)
    .set({ nextTryAt: pauseOf(context.now(), PROCESSING_MS) })
    .where(eq(paybacks.id, payback.id));
}

async function end(
  { db, bus, log, now }: Context,
  payback: PaybackRow,
  state: 'done' | 'rejected',
  refusal: string,
): Promise<void> {
  const isRejected = state === 'rejected';
  const ended = await endPayback(db, payback, state, now(), isRejected ? refusal : undefined);
  if (!ended.hasChanged) return;
  const { id: paybackId, orderId, cents } = payback;
  const { isForfeited } = ended;
  if (isRejected) log.warn({ paybackId, orderId, cents, refusal, isForfeited }, 'credit could not go back');
  else log.info({ paybackId, orderId, cents }, 'credit went back');
  await bus.publish({ kind: 'payback', paybackId });
}

/** Returns the names of an order's payment. A further payment of a code has those of its first order. */
async function keyOfPayment({ db }: Context, order: OrderRow) {
  if (order.txid || !order.invoiceId || !order.provider) return keyOf(order);
  const { provider, invoiceId } = order;
  const [first] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.invoiceId, invoiceId), eq(orders.provider, provider), isNotNull(orders.txid)));
  return keyOf(first ?? order);
}

/** Returns why a payment can't be given back, as far as its provider's report shows. */
function obstacleIn(
  payment: Payment | undefined,
  order: OrderRow,
  { cents }: PaybackRow,
): string | undefined {
  if (payment?.state !== 'paid') return 'notPaid';
  if (payment.dispute && payment.dispute.state !== 'won') return 'disputed';
  const { receipts = [] } = payment;
  const receipt = receipts.find(({ endToEndId }) => (endToEndId ?? null) === order.endToEndId);
  if (!receipt) return 'notPaid';
  return receipt.cents - (receipt.refundedCents ?? 0) < cents ? 'tooMuch' : undefined;
}
