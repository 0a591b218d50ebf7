/** `POST /wallet/Balance`: an order for credit, paid by a saved card or by Pix. */
import { centsFromReais } from '@shared/brazil';
import { CREDIT_CARD, PIX, TOP_UP_AMOUNTS } from '@shared/contract';
import { and, eq, getTableColumns } from 'drizzle-orm';
import { answerOnce } from '../api/answer-once.ts';
import { Failure, notFound } from '../api/failure.ts';
import { wholeNumber } from '../api/route.ts';
import { inTurn } from '../auth/in-turn.ts';
import type { SessionUser } from '../auth/session.ts';
import type { BackendContext } from '../context.ts';
import { ORDER_TOP_UP, type OrderState, orderItems, orders, paymentMethods } from '../db/schema.ts';
import { inTime } from './in-time.ts';
import { type Outcome, type PaymentProvider, referenceOf } from './provider.ts';
import { NEVER_ASKED_MS } from './settle-open-orders.ts';
import { settleOrder } from './settle-order.ts';
import { countTopUps, refuseTooMany } from './top-up-limits.ts';

/** How long a Pix code is meant to be paid. */
const PIX_VALID_MS = 30 * 60_000;
/** How long after it was made an order may be charged: well within the time after which one is given up. */
const CHARGEABLE_MS = NEVER_ASKED_MS / 2;
const AMOUNTS = new Set<number>(TOP_UP_AMOUNTS);

type Order = typeof orders.$inferSelect;
interface TopUp {
  user: SessionUser;
  cents: number;
  /** A card's id, or `pix`. */
  method: string;
  key: string;
}

/**
 * Tops up once per key: sent again, it gets the same answer.
 * @throws 400 for an amount that isn't offered, or without a CPF in the profile; 404 for a card of another user;
 * 409 without a payment provider, or when the key was used with other content; 429 when a daily limit is exceeded
 */
export async function topUpWallet(
  context: BackendContext,
  user: SessionUser,
  { Ammount, PaymentMethod }: { Ammount: number; PaymentMethod: string },
  key: string,
): Promise<{ orderId: number; orderState: OrderState }> {
  const provider = context.payment;
  if (!provider) throw new Failure(409, 'PAYMENT_UNAVAILABLE', 'No payment provider is configured');
  if (!AMOUNTS.has(Ammount)) throw new Failure(400, 'INVALID_AMOUNT');
  const wanted = { user, cents: centsFromReais(Ammount), method: PaymentMethod, key };
  const answer = () => payOrder(context, provider, wanted);
  return answerOnce(context.db, {
    userId: user.id,
    key,
    content: { topUp: wanted.cents, method: PaymentMethod },
    answer,
    // The order has the key: whatever had been done of it is found again.
    recover: answer,
  });
}

async function payOrder(context: BackendContext, provider: PaymentProvider, wanted: TopUp) {
  const order = await orderOf(context, wanted);
  const orderState = order.state === 'pending' ? await pay(context, provider, order) : order.state;
  return { orderId: order.id, orderState };
}

/** The order that this key made before, or a new one. */
async function orderOf(context: BackendContext, wanted: TopUp): Promise<Order> {
  const { user, cents, method, key } = wanted;
  const made = and(eq(orders.userId, user.id), eq(orders.idempotencyKey, key));
  const [earlier] = await context.db.select().from(orders).where(made);
  if (earlier) {
    const { paymentMethod } = earlier;
    const same = earlier.cents === cents && String(paymentMethod?.id ?? paymentMethod?.item_type) === method;
    if (!same) throw new Failure(409, 'IDEMPOTENCY_KEY_REUSED');
    return earlier;
  }
  if (!user.cpf) throw new Failure(400, 'CPF_REQUIRED');
  const paymentMethod = await describeMethod(context, user, method);
  return writeOrder(context, wanted, paymentMethod);
}

async function describeMethod({ db }: BackendContext, user: SessionUser, method: string) {
  if (method === PIX) return { description: 'Pix', item_type: PIX };
  const [card] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, wholeNumber(method) ?? -1), eq(paymentMethods.userId, user.id)));
  if (!card) throw notFound('PAYMENT_METHOD');
  return { id: card.id, description: card.description, item_type: CREDIT_CARD };
}

function writeOrder(
  { db, now }: BackendContext,
  { user, cents, key }: TopUp,
  paymentMethod: Exclude<Order['paymentMethod'], null>,
): Promise<Order> {
  const at = now();
  return inTurn(db, user.id, async (tx) => {
    const [made] = await tx
      .insert(orders)
      .values({
        userId: user.id,
        kind: ORDER_TOP_UP,
        state: 'pending',
        cents,
        paymentMethod,
        idempotencyKey: key,
        createdAt: at,
        updatedAt: at,
      })
      // In the same statement, which sees every order but the one that it writes.
      .returning({
        ...getTableColumns(orders),
        earlier: countTopUps(tx, user.id, paymentMethod.item_type, at),
      });
    if (!made) throw new Error('no order was written');
    const { earlier, ...order } = made;
    refuseTooMany(paymentMethod.item_type, earlier);
    await tx.insert(orderItems).values({
      orderId: order.id,
      position: 0,
      description: 'Crédito',
      quantity: 1,
      price: cents / 100,
      cents,
    });
    return order;
  });
}

/** Asks for the money. A provider that doesn't answer leaves the order open: `settle-open-orders.ts` asks again. */
async function pay(context: BackendContext, provider: PaymentProvider, order: Order): Promise<OrderState> {
  const isPix = order.paymentMethod?.item_type === PIX;
  try {
    const asked = isPix ? makePix(context, provider, order) : chargeCard(context, provider, order);
    return await settleOrder(context, order.id, await inTime(asked));
  } catch (error) {
    context.log.error({ err: error, orderId: order.id }, 'payment provider');
    if (!isPix) return 'pending';
    // A Pix without its code can't be paid: that is known now. Another try of the same may have brought the code.
    return settleOrder(context, order.id, { state: 'error' }, ({ data }) => data === null);
  }
}

async function makePix({ db }: BackendContext, provider: PaymentProvider, order: Order): Promise<Outcome> {
  if (order.data) return { state: 'pending' };
  const dueDate = new Date(order.createdAt.getTime() + PIX_VALID_MS);
  const pix = await provider.createPix(order.cents, referenceOf(order.id), dueDate);
  const data = { due_date: dueDate.toISOString(), pix: { qrcode_text: pix.qrcodeText } };
  // One that was told as failed meanwhile stays so: nobody would ask for the payment of its code.
  await db
    .update(orders)
    .set({ data, invoiceId: pix.invoiceId })
    .where(and(eq(orders.id, order.id), eq(orders.state, 'pending')));
  return { state: 'pending' };
}

async function chargeCard(
  { db, now }: BackendContext,
  provider: PaymentProvider,
  order: Order,
): Promise<Outcome> {
  const [card] = await db
    .select({ token: paymentMethods.providerToken })
    .from(paymentMethods)
    .where(eq(paymentMethods.id, order.paymentMethod?.id ?? -1));
  const reference = referenceOf(order.id);
  // What had been asked for by then counts where the card was deleted since, and where the order may be given up at any
  // moment: money that is taken just then would be lost.
  const isOld = now().getTime() - order.createdAt.getTime() > CHARGEABLE_MS;
  if (!card || isOld) return (await provider.lookUp(reference)) ?? { state: 'pending' };
  return provider.charge(card.token, order.cents, reference);
}
