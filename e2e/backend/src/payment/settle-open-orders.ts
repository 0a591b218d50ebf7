/** Orders whose outcome nobody has told us: the provider is asked, so that no payment is lost with an answer. */
import { PIX } from '@shared/contract';
import { and, eq, gt, inArray, or } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { orders } from '../db/schema.ts';
import { inTime } from './in-time.ts';
import { type PaymentProvider, referenceOf } from './provider.ts';
import { settleOrder } from './settle-order.ts';

const ROUND_MS = 5000;
const HOUR_MS = 3_600_000;
/** How far back a round looks, and how seldom: most payments are settled within the hour. The first round looks at all. */
const REACHES = [
  { eachRounds: 1440, ms: Number.POSITIVE_INFINITY },
  { eachRounds: 60, ms: 48 * HOUR_MS },
  { eachRounds: 1, ms: HOUR_MS },
];
/** So long a Pix that was given up may still be paid: as far back as a statement goes. */
const GIVEN_UP_MS = 90 * 24 * HOUR_MS;
/** A charge that the provider still hasn't heard of by then won't be asked for any more (`top-up.ts`). */
export const NEVER_ASKED_MS = 15 * 60_000;
/** How many orders the provider is asked for at once. */
const AT_ONCE = 8;

type Order = typeof orders.$inferSelect;

/**
 * Asks for what is open again and again, one round at a time; `stop` waits for what has been asked already, and no
 * longer than the provider is waited for.
 */
export function keepSettling(context: BackendContext, roundMs = ROUND_MS): { stop(): Promise<void> } {
  const stopped = new AbortController();
  let round = 0;
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (running) return;
    const reach = REACHES.find(({ eachRounds }) => round % eachRounds === 0);
    round += 1;
    running = settleOpenOrders(context, reach?.ms, stopped.signal)
      .catch((error: unknown) => context.log.error({ err: error }, 'settling open orders'))
      .finally(() => {
        running = undefined;
      });
  }, roundMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
}

/** Settles what was ordered in the last `reachMs`, each order by itself. A Pix may be paid after it was given up. */
export async function settleOpenOrders(
  context: BackendContext,
  reachMs = Number.POSITIVE_INFINITY,
  signal?: AbortSignal,
): Promise<void> {
  const { db, now, payment, log } = context;
  if (!payment) return;
  const youngerThan = (ms: number) =>
    gt(orders.createdAt, new Date(Math.max(0, now().getTime() - Math.min(ms, reachMs))));
  const open = await db
    .select()
    .from(orders)
    .where(
      or(
        and(inArray(orders.state, ['pending', 'captured']), youngerThan(Number.POSITIVE_INFINITY)),
        and(eq(orders.state, 'canceled'), youngerThan(GIVEN_UP_MS)),
      ),
    );
  // All of them take from one iterator.
  const left = open.values();
  const settleLeft = async () => {
    for (const order of left) {
      if (signal?.aborted) return;
      await settleOpen(context, payment, order).catch((error: unknown) =>
        log.error({ err: error, orderId: order.id }, 'settling an open order'),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, settleLeft));
}

async function settleOpen(context: BackendContext, payment: PaymentProvider, order: Order): Promise<void> {
  const now = context.now();
  const heard = await inTime(payment.lookUp(referenceOf(order.id)));
  const outcome = heard ?? (hasWaited(order, now) ? { state: 'error' as const } : undefined);
  const isNews = outcome && outcome.state !== order.state;
  const state = isNews ? await settleOrder(context, order.id, outcome) : order.state;
  // A payment that counts for another order leaves this one as it was.
  if (state === order.state && isOver(order, now)) await giveUp(context, order);
}

const hasWaited = ({ state, createdAt }: Order, now: Date) =>
  state === 'pending' && now.getTime() - createdAt.getTime() > NEVER_ASKED_MS;

/** Whether it is a Pix whose time is over, or that has waited without a code, which was lost with a process. */
function isOver(order: Order, now: Date): boolean {
  if (order.state !== 'pending' || order.paymentMethod?.item_type !== PIX) return false;
  return order.data ? new Date(order.data.due_date) < now : hasWaited(order, now);
}

/** A Pix that nobody paid in time. Its user isn't told: they know that they didn't pay. */
async function giveUp({ db, now }: BackendContext, { id }: Order): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'canceled', updatedAt: now() })
    .where(and(eq(orders.id, id), eq(orders.state, 'pending')));
}
