/** Looks up open orders at the provider, so that a payment isn't lost with a response. */
import { PIX } from '@shared/contract';
import { and, eq, gt, inArray, lte, or } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { orders } from '../db/schema.ts';
import { type PaymentProvider, referenceOf } from './provider.ts';
import { runPeriodically } from './run-periodically.ts';
import { settleOrder } from './settle-order.ts';
import { withTimeout } from './with-timeout.ts';

const ROUND_MS = 5000;
const HOUR_MS = 3_600_000;
/**
 * Orders are looked up in rounds by their age, so that many old ones don't delay the recent ones.
 */
const AGES = [
  { from: 0, to: HOUR_MS, eachRounds: 1 },
  { from: HOUR_MS, to: 48 * HOUR_MS, eachRounds: 60 },
  { from: 48 * HOUR_MS, to: Number.POSITIVE_INFINITY, eachRounds: 1440 },
];
const ANY_AGE = { from: 0, to: Number.POSITIVE_INFINITY };
/** How long a canceled Pix may still be paid, in ms: as far back as the statement goes. */
const MAX_PIX_AGE_MS = 90 * 24 * HOUR_MS;
/**
 * A charge that the provider doesn't know by then is never requested any more (`top-up.ts`), in ms.
 */
export const REQUEST_EXPIRY_MS = 15 * 60_000;
/** Maximum number of concurrent lookups. */
const AT_ONCE = 8;

type Order = typeof orders.$inferSelect;

/**
 * Looks up open orders now and repeatedly. `stop` waits for the lookups in flight, up to the
 * provider's time limit.
 */
export function scheduleSettlement(context: BackendContext, roundMs = ROUND_MS): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const rounds = AGES.map(({ eachRounds, ...age }) => {
    const round = () =>
      settleOpenOrders(context, age, stopped.signal).catch((error: unknown) =>
        context.log.error({ err: error }, 'settling open orders failed'),
      );
    return runPeriodically(round, eachRounds * roundMs);
  });
  return {
    async stop() {
      stopped.abort();
      await Promise.all(rounds.map((one) => one.stop()));
    },
  };
}

/** Settles the orders of this age, each on its own. A Pix may be paid after it was canceled. */
export async function settleOpenOrders(
  context: BackendContext,
  age = ANY_AGE,
  signal?: AbortSignal,
): Promise<void> {
  const { db, now, payment, log } = context;
  if (!payment) return;
  const ago = (ms: number) => new Date(Math.max(0, now().getTime() - ms));
  const open = await db
    .select()
    .from(orders)
    .where(
      and(
        lte(orders.createdAt, ago(age.from)),
        gt(orders.createdAt, ago(age.to)),
        or(
          inArray(orders.state, ['pending', 'captured']),
          and(eq(orders.state, 'canceled'), gt(orders.createdAt, ago(MAX_PIX_AGE_MS))),
        ),
      ),
    );
  // All workers share one iterator.
  const left = open.values();
  const settleLeft = async () => {
    for (const order of left) {
      if (signal?.aborted) return;
      await settleOpen(context, payment, order).catch((error: unknown) =>
        log.error({ err: error, orderId: order.id }, 'settling an open order failed'),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, settleLeft));
}

async function settleOpen(context: BackendContext, payment: PaymentProvider, order: Order): Promise<void> {
  const now = context.now();
  const reported = await withTimeout(payment.lookUp(referenceOf(order.id)));
  const outcome = reported ?? (hasWaited(order, now) ? { state: 'error' as const } : undefined);
  const isNews = outcome && outcome.state !== order.state;
  const state = isNews ? await settleOrder(context, order.id, outcome) : order.state;
  // The state is unchanged if the payment counts for another order.
  if (state === order.state && isOver(order, now)) await cancelExpiredPix(context, order);
}

const hasWaited = ({ state, createdAt }: Order, now: Date) =>
  state === 'pending' && now.getTime() - createdAt.getTime() > REQUEST_EXPIRY_MS;

/**
 * Returns whether a Pix has expired, or has waited too long without a code, which was lost in a
 * crash.
 */
function isOver(order: Order, now: Date): boolean {
  if (order.state !== 'pending' || order.paymentMethod?.item_type !== PIX) return false;
  return order.data ? new Date(order.data.due_date) < now : hasWaited(order, now);
}

/** Cancels an unpaid Pix. Its user isn't notified: they know that they didn't pay. */
async function cancelExpiredPix({ db, now }: BackendContext, { id }: Order): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'canceled', updatedAt: now() })
    .where(and(eq(orders.id, id), eq(orders.state, 'pending')));
}
