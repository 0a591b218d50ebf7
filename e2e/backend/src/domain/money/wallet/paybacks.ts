/**
 * Credit that goes back to the source of its payment. Meanwhile it is in the account `returning`,
 * so that it can't be spent, and it is credit again if the provider rejects it.
 */
import type { Order } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { and, eq } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import {
  ORDER_PAYBACK,
  type OrderRow,
  type PaybackRow,
  type PaybackState,
  paybacks,
} from '../../../platform/database/schema.ts';
import { forfeitIfDeleted, lockFunds, sumOf, transfer } from './accounts.ts';

type NewPayback = Pick<PaybackRow, 'cents' | 'reference' | 'createdAt'> & {
  idempotencyKey?: string | undefined;
};

/** Debits part of a top-up from its user's free credit, which the caller has locked and checked. */
export async function startPayback(
  tx: Db,
  order: Pick<OrderRow, 'id' | 'userId' | 'provider' | 'invoiceId'>,
  { createdAt, ...payback }: NewPayback,
): Promise<PaybackRow> {
  const { id: orderId, userId } = order;
  const payment = `${order.provider} ${order.invoiceId ?? `order:${orderId}`}`;
  const times = { createdAt, updatedAt: createdAt, nextTryAt: createdAt };
  const row = one(
    await tx
      .insert(paybacks)
      .values({ orderId, userId, payment, ...times, ...payback })
      .returning(),
  );
  const movements = { wallet: -row.cents, returning: row.cents };
  await transfer(tx, 'payback', `payback:${row.id}`, userId, movements, createdAt);
  return row;
}

/**
 * Ends a payback once, however often it is called. A rejected one pays debt first, and the rest is
 * credit again, or revenue if the account is deleted.
 */
export function endPayback(
  db: Db,
  { id }: Pick<PaybackRow, 'id'>,
  state: Exclude<PaybackState, 'pending'>,
  at: Date,
  refusal?: string,
): Promise<{ hasChanged: boolean; isForfeited: boolean }> {
  return db.transaction(async (tx) => {
    const [payback] = await tx
      .update(paybacks)
      .set({ state, refusal, updatedAt: at })
      .where(and(eq(paybacks.id, id), eq(paybacks.state, 'pending')))
      .returning();
    if (!payback) return { hasChanged: false, isForfeited: false };
    const { userId, cents } = payback;
    const { owed } = await lockFunds(tx, userId);
    const reference = `payback:${id}:${state}`;
    const repaid = Math.min(-owed, cents);
    const returned = state === 'done' ? { cash: cents } : { owed: repaid, wallet: cents - repaid };
    await transfer(tx, 'payback', reference, userId, { returning: -cents, ...returned }, at);
    const isForfeited = state === 'rejected' && (await forfeitIfDeleted(tx, userId, reference));
    return { hasChanged: true, isForfeited };
  });
}

/** Returns how much of a top-up went back, and how much is on its way, in cents. */
export async function paidBackOf(db: Db, orderId: number): Promise<{ done: number; pending: number }> {
  const known = await db.select().from(paybacks).where(eq(paybacks.orderId, orderId));
  const { done = [], pending = [] } = Object.groupBy(known, ({ state }) => state);
  return { done: sumOf(done), pending: sumOf(pending) };
}

/** States of an order, for clients that know nothing of paybacks. */
export const ORDER_STATES = { pending: 'captured', done: 'paid', rejected: 'canceled' } as const;

/** Returns a payback as an order of its own kind for the live stream, and its user; or undefined. */
export async function paybackFrame(
  db: Db,
  id: number,
): Promise<{ userId: number; order: z.input<typeof Order> } | undefined> {
  const [payback] = await db.select().from(paybacks).where(eq(paybacks.id, id));
  if (!payback) return undefined;
  const order = {
    orderId: `payback-${id}`,
    orderOtId: ORDER_PAYBACK,
    orderState: ORDER_STATES[payback.state],
    orderAmount: payback.cents / 100,
    orderUpdated: payback.updatedAt.toISOString(),
  };
  return { userId: payback.userId, order };
}
