/** Refunds of charges to the wallet by an operator: in whole, an amount, or lines of the bill. */
import { createHash } from 'node:crypto';
import { centsFromReais, formatBRL } from '@shared/brazil';
import type { ChargePayment, RefundRequest } from '@shared/contract/refund';
import type { Db } from '../../../platform/database/database.ts';
import { and, asc, eq } from '../../../platform/database/orm.ts';
import {
  operators,
  orderItems,
  refunds,
  type TransactionRow,
  transactions,
  type UserRow,
  users,
} from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import type { MoneyContext } from '../context.ts';
import { refundBill } from '../wallet/ledger.ts';
import { readBill, refundedOf } from '../wallet/orders.ts';

/** Who refunds, and of which brand's charges. */
type Operator = Pick<UserRow, 'id' | 'brandId'>;

/** A charge with a bill that a user has paid. */
type PaidCharge = TransactionRow & { userId: number; orderId: number; holdId: number; billCents: number };

/**
 * Refunds a charge once per key: a repeated call changes nothing.
 * @throws 404 if no user of the operator's brand has paid the charge; 400 for an unknown line; 409
 * while the charge runs, if less than the amount remains paid, if a line is already refunded, or if
 * the key was used with different content
 */
export async function refundCharge(
  { db, now, log, bus, orderEvents }: Pick<MoneyContext, 'db' | 'now' | 'log' | 'bus' | 'orderEvents'>,
  operator: Operator,
  transactionId: number,
  request: RefundRequest,
  key: string,
): Promise<ChargePayment> {
  const content = JSON.stringify([transactionId, request.amount, request.lines, request.reason]);
  const contentHash = createHash('sha256').update(content).digest('hex');
  const { charge, refund } = await db.transaction(async (tx) => {
    // One refund of an operator at a time: a key belongs to one charge.
    await tx.select().from(operators).where(eq(operators.userId, operator.id)).for('no key update');
    const charge = await lockCharge(tx, operator, transactionId);
    const isSameKey = and(eq(refunds.operatorId, operator.id), eq(refunds.idempotencyKey, key));
    const [earlier] = await tx.select().from(refunds).where(isSameKey);
    if (earlier && earlier.contentHash !== contentHash)
      throw new Failure(409, 'IDEMPOTENCY_KEY_REUSED', 'This key was used for another refund');
    // Also if the charge has been resumed, or corrected to R$ 0, since then.
    if (earlier) return { charge };
    const paid = requirePaid(charge);
    const { orderId, holdId } = paid;
    const { cents, lines } = await partOf(tx, paid, request);
    const { reason } = request;
    const record = { reason, operatorId: operator.id, idempotencyKey: key, contentHash, createdAt: now() };
    const refund = await refundBill(tx, { orderId, holdId, cents, lines, ...record });
    if (!refund) throw await tooMuch(tx, paid);
    await orderEvents.refunded(tx, paid, now());
    return { charge: paid, refund };
  });
  if (refund) {
    const { id: refundId, cents } = refund;
    log.info({ refundId, transactionId, operatorId: operator.id, cents }, 'charge refunded');
    await bus.publish({ kind: 'order', orderId: refund.orderId });
  }
  return readPayment(db, charge);
}

/**
 * Returns what was paid for a charge and what was given back.
 * @throws 404 as above, 409 while the charge runs
 */
export const chargePayment = (db: Db, operator: Operator, transactionId: number): Promise<ChargePayment> =>
  db.transaction(async (tx) => readPayment(tx, requirePaid(await lockCharge(tx, operator, transactionId))));

/** Locks the charge, as its end does before the wallet, so that its bill doesn't change meanwhile. */
async function lockCharge(tx: Db, operator: Operator, transactionId: number): Promise<TransactionRow> {
  const [charge] = await tx
    .select()
    .from(transactions)
    .where(eq(transactions.id, transactionId))
    .for('no key update');
  const [payer] = await tx
    .select({ brandId: users.brandId })
    .from(users)
    .where(eq(users.id, charge?.userId ?? -1));
  if (!charge || payer?.brandId !== operator.brandId) throw noCharge();
  return charge;
}

const noCharge = () =>
  new Failure(404, 'CHARGE_NOT_FOUND', 'No driver of this brand has a charge with this number');

/** Returns a charge that can be refunded. */
function requirePaid(charge: TransactionRow): PaidCharge {
  if (!charge.stoppedAt) throw new Failure(409, 'CHARGE_RUNNING', 'The charge is still running');
  if (!isPaid(charge)) throw new Failure(409, 'NOTHING_PAID', 'Nothing was paid for the charge');
  return charge;
}

const isPaid = (charge: TransactionRow): charge is PaidCharge =>
  charge.userId !== null && charge.orderId !== null && charge.holdId !== null && !!charge.billCents;

/** Returns the requested cents, and the positions of the lines if lines were requested. */
async function partOf(tx: Db, charge: PaidCharge, { amount, lines }: RefundRequest) {
  if (amount !== undefined) return { cents: centsFromReais(amount) };
  const refunded = await refundedOf(tx, charge.orderId);
  if (!lines) return { cents: charge.billCents - refunded.cents };
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, charge.orderId));
  let cents = 0;
  const positions = new Set(lines.map((line) => line - 1));
  for (const position of positions) {
    const item = items.find((one) => one.position === position);
    if (!item) throw new Failure(400, 'UNKNOWN_LINE', `The bill has no line ${position + 1}`);
    if (refunded.lines.has(position))
      throw new Failure(409, 'LINE_REFUNDED', `Line ${position + 1} is already refunded`);
    cents += item.cents;
  }
  if (cents <= 0) throw new Failure(400, 'NO_AMOUNT', 'These lines have no amount to refund');
  return { cents, lines: [...positions] };
}

async function tooMuch(tx: Db, { orderId, billCents }: PaidCharge): Promise<Failure> {
  const left = billCents - (await refundedOf(tx, orderId)).cents;
  const text = left > 0 ? `At most ${formatBRL(left)} can be refunded` : 'Nothing is left to refund';
  return new Failure(409, 'REFUND_EXCEEDS_PAYMENT', text);
}

async function readPayment(db: Db, charge: TransactionRow): Promise<ChargePayment> {
  const { id, orderId } = charge;
  const billCents = charge.billCents ?? 0;
  if (orderId === null) throw noCharge();
  const { items, refunded } = await readBill(db, { id: orderId, cents: billCents });
  const known = await db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id));
  return {
    transactionId: id,
    amount: billCents / 100,
    refunded: refunded / 100,
    lines: items.map(({ position, description, cents, refunded: isRefunded }) => ({
      line: position + 1,
      description,
      amount: cents / 100,
      refunded: isRefunded,
    })),
    refunds: known.map(({ id: refundId, givenCents, cents, reason, operatorId, createdAt }) => ({
      refundId,
      given: givenCents / 100,
      amount: cents / 100,
      reason,
      operatorId,
      at: createdAt.toISOString(),
    })),
  };
}
