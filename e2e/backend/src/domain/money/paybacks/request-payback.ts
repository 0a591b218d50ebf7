/** Starts to give credit back, as the driver has confirmed it. */
import { centsFromReais } from '@shared/brazil';
import type { PaybackRequest } from '@shared/contract/payback';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { and, asc, eq } from '../../../platform/database/orm.ts';
import { type PaybackRow, paybacks } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import { createLimits } from '../../../platform/limits/limits.ts';
import { withUserLock } from '../../people/auth/user-lock.ts';
import type { MoneyContext } from '../context.ts';
import { newTxid } from '../payment/payments.ts';
import { lockFunds, sumOf } from '../wallet/accounts.ts';
import { startPayback } from '../wallet/paybacks.ts';
import type { Plan } from './plan-paybacks.ts';
import { readPlan } from './read-plan.ts';

type Parts = Plan['parts'];

/**
 * Starts to give credit back, once per key. The credit leaves the wallet at once, and `sendPaybacks`
 * asks the provider for it.
 * @returns the cents that are on their way
 * @throws 409 if the parts aren't the current plan, or if the key was used with other parts; 429 over the
 * daily limit
 */
export async function requestPayback(
  context: Pick<MoneyContext, 'db' | 'bus' | 'now' | 'log' | 'payments' | 'randomness'>,
  userId: number,
  request: z.output<typeof PaybackRequest>,
  idempotencyKey: string,
): Promise<number> {
  const wanted = request.parts.map(({ orderId, amount }) => ({
    orderId: Number(orderId),
    cents: centsFromReais(amount),
  }));
  const started = await withUserLock(context.db, userId, async (tx) => {
    await lockFunds(tx, userId);
    const earlier = await findByKey(tx, userId, idempotencyKey);
    if (earlier.length > 0) {
      if (!isSame(earlier, wanted)) throw new Failure(409, 'IDEMPOTENCY_KEY_REUSED');
      return [];
    }
    await createLimits({ ...context, db: tx }).take('paybacks', userId);
    const planned = await readPlan({ ...context, db: tx }, userId);
    const { parts } = planned.plan;
    if (parts.length === 0 || !isSame(parts, wanted)) throw new Failure(409, 'PLAN_CHANGED');
    return startPlanned(context, tx, planned, idempotencyKey);
  });
  await announcePaybacks(context, started);
  return sumOf(wanted);
}

/** Starts the paybacks of a plan that was read in this transaction, which has locked the wallet. */
export async function startPlanned(
  { now, randomness }: Pick<MoneyContext, 'now' | 'randomness'>,
  tx: Db,
  { plan, orders }: Awaited<ReturnType<typeof readPlan>>,
  idempotencyKey?: string,
): Promise<PaybackRow[]> {
  const createdAt = now();
  const rows = [];
  for (const { orderId, cents } of plan.parts) {
    const order = orders.get(orderId);
    if (!order) throw new Error(`the plan names order ${orderId}, which it has not read`);
    const payback = { cents, reference: newTxid(randomness), idempotencyKey, createdAt };
    rows.push(await startPayback(tx, order, payback));
  }
  return rows;
}

/** Reports paybacks after the transaction that has started them. */
export async function announcePaybacks(
  { bus, log }: Pick<MoneyContext, 'bus' | 'log'>,
  started: readonly PaybackRow[],
): Promise<void> {
  for (const { id: paybackId, orderId, cents } of started) {
    log.info({ paybackId, orderId, cents }, 'credit is on its way back');
    await bus.publish({ kind: 'payback', paybackId });
  }
}

function findByKey(tx: Db, userId: number, key: string): Promise<Parts> {
  return tx
    .select({ orderId: paybacks.orderId, cents: paybacks.cents })
    .from(paybacks)
    .where(and(eq(paybacks.userId, userId), eq(paybacks.idempotencyKey, key)))
    .orderBy(asc(paybacks.id));
}

const isSame = (one: Parts, other: Parts) => textOf(one) === textOf(other);
const textOf = (parts: Parts) => parts.map(({ orderId, cents }) => `${orderId}:${cents}`).join();
