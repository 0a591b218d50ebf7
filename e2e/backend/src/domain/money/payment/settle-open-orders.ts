/** Looks up open orders at the provider, so that a lost response doesn't lose a payment. */
import { PIX } from '@shared/contract';
import pMap from 'p-map';
import { and, eq, gt, inArray, lte, or } from '../../../platform/database/orm.ts';
import { type OrderRow, orders } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../platform/time.ts';
import type { MoneyContext } from '../context.ts';
import { type PaymentProvider, referenceOf } from './provider.ts';
import { settleOrder } from './settle-order.ts';
import { withTimeout } from './with-timeout.ts';

const ANY_AGE = { from: 0, to: Number.POSITIVE_INFINITY };
/** How long a canceled Pix may still be paid, in ms: the period that the statement covers. */
const MAX_PIX_AGE_MS = 90 * DAY_MS;
/** Age at which a pending order that the provider doesn't know fails, in ms. */
export const REQUEST_EXPIRY_MS = 15 * MINUTE_MS;
/** Maximum number of concurrent lookups. */
const AT_ONCE = 8;

type Context = Pick<MoneyContext, 'db' | 'bus' | 'clock' | 'now' | 'log' | 'payment' | 'orderEvents'>;

/** Settles orders of this age in ms until `stopped` aborts. A canceled Pix may still be paid. */
export async function settleOpenOrders(context: Context, age = ANY_AGE, stopped?: AbortSignal) {
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
  const settle = async (order: OrderRow) => {
    if (stopped?.aborted) return;
    await settleOpen(context, payment, order).catch((error: unknown) =>
      log.error({ err: error, orderId: order.id }, 'settling an open order failed'),
    );
  };
  await pMap(open, settle, { concurrency: AT_ONCE });
}

async function settleOpen(context: Context, payment: PaymentProvider, order: OrderRow): Promise<void> {
  const now = context.now();
  const reported = await withTimeout(context.clock, payment.lookUp(referenceOf(order.id)));
  const outcome = reported ?? (isRequestExpired(order, now) ? { state: 'error' as const } : undefined);
  const isChange = outcome && outcome.state !== order.state;
  const state = isChange ? await settleOrder(context, order.id, outcome) : order.state;
  // The state is unchanged if the payment was credited to another order.
  if (state === order.state && isPixExpired(order, now)) await cancelExpiredPix(context, order);
}

const isRequestExpired = ({ state, createdAt }: OrderRow, now: Date) =>
  state === 'pending' && createdAt < addMs(now, -REQUEST_EXPIRY_MS);

/** Returns whether a Pix has expired, or lost its code in a crash. */
function isPixExpired(order: OrderRow, now: Date): boolean {
  if (order.state !== 'pending' || order.paymentMethod?.item_type !== PIX) return false;
  return order.data ? new Date(order.data.due_date) < now : isRequestExpired(order, now);
}

/** Cancels an unpaid Pix. Its user isn't notified: they know that they didn't pay. */
async function cancelExpiredPix({ db, now }: Context, { id }: OrderRow): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'canceled', updatedAt: now() })
    .where(and(eq(orders.id, id), eq(orders.state, 'pending')));
}
