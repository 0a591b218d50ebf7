/** Orders whose outcome nobody has told us: the provider is asked, so that no payment is lost with an answer. */
import { PIX } from '@shared/contract';
import { and, eq, gt, inArray } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { orders } from '../db/schema.ts';
import { inTime } from './in-time.ts';
import { referenceOf } from './provider.ts';
import { settleOrder } from './settle-order.ts';

const ROUND_MS = 5000;
/** Most payments are settled within the hour, and few after two days: those are asked for less often, and no more. */
const YOUNG_MS = 3_600_000;
const OLD_MS = 48 * YOUNG_MS;
const ROUNDS_TO_OLD = 60;
/** A charge that the provider still hasn't heard of by then won't be asked for any more. */
const NEVER_ASKED_MS = 15 * 60_000;

type Order = typeof orders.$inferSelect;

/** Asks for what is open again and again; `stop` waits for what is under way. */
export function keepSettling(context: BackendContext): { stop(): Promise<void> } {
  let round = 0;
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    round += 1;
    const reach = round % ROUNDS_TO_OLD === 0 ? OLD_MS : YOUNG_MS;
    running = running
      .then(() => settleOpenOrders(context, reach))
      .catch((error: unknown) => context.log.error({ err: error }, 'settling open orders'));
  }, ROUND_MS);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

/** Settles what was ordered in the last `reachMs`. A Pix may be paid after it was given up. */
export async function settleOpenOrders(context: BackendContext, reachMs = OLD_MS): Promise<void> {
  const { db, now, payment } = context;
  if (!payment) return;
  const open = await db
    .select()
    .from(orders)
    .where(
      and(
        inArray(orders.state, ['pending', 'captured', 'canceled']),
        gt(orders.createdAt, new Date(now().getTime() - reachMs)),
      ),
    );
  for (const order of open) {
    const outcome = await inTime(payment.lookUp(referenceOf(order.id)));
    if (outcome && outcome.state !== order.state) await settleOrder(context, order.id, outcome);
    else if (!outcome && hasWaited(order, now())) await settleOrder(context, order.id, { state: 'error' });
    else if (isOver(order, now())) await giveUp(context, order);
  }
}

const hasWaited = ({ state, createdAt }: Order, now: Date) =>
  state === 'pending' && now.getTime() - createdAt.getTime() > NEVER_ASKED_MS;

const isOver = ({ state, paymentMethod, data }: Order, now: Date) =>
  state === 'pending' && paymentMethod?.item_type === PIX && data !== null && new Date(data.due_date) < now;

/** A Pix that nobody paid in time. Its user isn't told: they know that they didn't pay. */
async function giveUp({ db, now }: BackendContext, { id }: Order): Promise<void> {
  await db
    .update(orders)
    .set({ state: 'canceled', updatedAt: now() })
    .where(and(eq(orders.id, id), eq(orders.state, 'pending')));
}
