/** `POST /wallet/Balance`: an order for credit, paid by a saved card or by Pix. */
import { centsFromReais } from '@shared/brazil';
import { CREDIT_CARD, PIX, TOP_UP_AMOUNTS } from '@shared/contract';
import { runOnce } from '../../../platform/api/idempotent-write.ts';
import { idOf } from '../../../platform/api/route.ts';
import { and, eq, getTableColumns } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import {
  ORDER_TOP_UP,
  type OrderRow,
  type OrderState,
  orderItems,
  orders,
  paymentMethods,
} from '../../../platform/database/schema.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import { addMs, MINUTE_MS } from '../../../platform/time.ts';
import type { SessionUser } from '../../people/auth/session.ts';
import { withUserLock } from '../../people/auth/user-lock.ts';
import type { MoneyContext } from '../context.ts';
import { type Outcome, type PaymentProvider, referenceOf } from './provider.ts';
import { REQUEST_EXPIRY_MS } from './settle-open-orders.ts';
import { settleOrder } from './settle-order.ts';
import { checkTopUpLimit, countTopUps } from './top-up-limits.ts';
import { withTimeout } from './with-timeout.ts';

/** How long a Pix code is valid, in ms. */
const PIX_VALID_MS = 30 * MINUTE_MS;
/** How long after its creation an order may be charged, in ms: well before it expires. */
const CHARGEABLE_MS = REQUEST_EXPIRY_MS / 2;
const AMOUNTS = new Set(TOP_UP_AMOUNTS);

interface TopUp {
  user: SessionUser;
  cents: number;
  /** A card's id, or `pix`. */
  method: string;
  key: string;
}

/**
 * Tops up once per key: a repeated call gets the same response.
 * @throws 400 for an amount that isn't offered, or without a CPF in the profile; 404 for a card of
 * another user; 409 without a payment provider, or if the key was used with different content; 429
 * over a daily limit
 */
export async function topUpWallet(
  context: MoneyContext,
  user: SessionUser,
  { Ammount, PaymentMethod }: { Ammount: number; PaymentMethod: string },
  key: string,
): Promise<{ orderId: number; orderState: OrderState }> {
  const provider = context.payment;
  if (!provider) throw new Failure(409, 'PAYMENT_UNAVAILABLE', 'No payment provider is configured');
  if (!AMOUNTS.has(Ammount)) throw new Failure(400, 'INVALID_AMOUNT');
  const topUp = { user, cents: centsFromReais(Ammount), method: PaymentMethod, key };
  const perform = () => payOrder(context, provider, topUp);
  return runOnce(context, {
    userId: user.id,
    key,
    content: { topUp: topUp.cents, method: PaymentMethod },
    perform,
    // The order stores the key, so a repeated call finds it and continues.
    recover: perform,
  });
}

async function payOrder(context: MoneyContext, provider: PaymentProvider, topUp: TopUp) {
  const order = await findOrCreateOrder(context, topUp);
  const orderState = order.state === 'pending' ? await pay(context, provider, order) : order.state;
  return { orderId: order.id, orderState };
}

/** Returns the order that this key created before, or a new one. */
async function findOrCreateOrder(context: MoneyContext, topUp: TopUp): Promise<OrderRow> {
  const { user, cents, method, key } = topUp;
  const byKey = and(eq(orders.userId, user.id), eq(orders.idempotencyKey, key));
  const [earlier] = await context.db.select().from(orders).where(byKey);
  if (earlier) {
    const { paymentMethod } = earlier;
    const same = earlier.cents === cents && String(paymentMethod?.id ?? paymentMethod?.item_type) === method;
    if (!same) throw new Failure(409, 'IDEMPOTENCY_KEY_REUSED');
    return earlier;
  }
  if (!user.cpf) throw new Failure(400, 'CPF_REQUIRED');
  const paymentMethod = await describeMethod(context, user, method);
  return writeOrder(context, topUp, paymentMethod);
}

async function describeMethod({ db }: MoneyContext, user: SessionUser, method: string) {
  if (method === PIX) return { description: 'Pix', item_type: PIX };
  const [card] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, idOf(method)), eq(paymentMethods.userId, user.id)));
  if (!card) throw notFound('PAYMENT_METHOD');
  return { id: card.id, description: card.description, item_type: CREDIT_CARD };
}

function writeOrder(
  { db, now }: MoneyContext,
  { user, cents, key }: TopUp,
  paymentMethod: Exclude<OrderRow['paymentMethod'], null>,
): Promise<OrderRow> {
  const at = now();
  const request = { userId: user.id, cents, paymentMethod, idempotencyKey: key };
  return withUserLock(db, user.id, async (tx) => {
    const { earlier, ...order } = one(
      await tx
        .insert(orders)
        .values({ ...request, kind: ORDER_TOP_UP, state: 'pending', createdAt: at, updatedAt: at })
        // In the same statement: its subquery sees every order except the one being inserted.
        .returning({
          ...getTableColumns(orders),
          earlier: countTopUps(tx, user.id, paymentMethod.item_type, at),
        }),
    );
    checkTopUpLimit(paymentMethod.item_type, earlier);
    await tx.insert(orderItems).values(creditItem(order.id, cents));
    return order;
  });
}

/** Returns the only item of a top-up's order. */
export const creditItem = (orderId: number, cents: number) => ({
  orderId,
  position: 0,
  description: 'Crédito',
  quantity: 1,
  price: cents / 100,
  cents,
});

/** Requests the payment. `settle-open-orders.ts` looks up a card charge without a response. */
async function pay(context: MoneyContext, provider: PaymentProvider, order: OrderRow): Promise<OrderState> {
  const isPix = order.paymentMethod?.item_type === PIX;
  try {
    const outcome = isPix ? createPix(context, provider, order) : chargeCard(context, provider, order);
    return await settleOrder(context, order.id, await withTimeout(context.clock, outcome), {
      isAwaited: true,
    });
  } catch (error) {
    context.log.error({ err: error, orderId: order.id }, 'the payment provider failed');
    if (!isPix) return 'pending';
    // A Pix without a code can't be paid: it fails, unless a concurrent try has stored the code.
    return settleOrder(context, order.id, { state: 'error' }, { condition: ({ data }) => data === null });
  }
}

async function createPix({ db }: MoneyContext, provider: PaymentProvider, order: OrderRow): Promise<Outcome> {
  if (order.data) return { state: 'pending' };
  const dueDate = addMs(order.createdAt, PIX_VALID_MS);
  const pix = await provider.createPix(order.cents, referenceOf(order.id), dueDate);
  const data = { due_date: dueDate.toISOString(), pix: { qrcode_text: pix.qrcodeText } };
  // An order that failed meanwhile stays failed: its code's payment would never be looked up.
  await db
    .update(orders)
    .set({ data, invoiceId: pix.invoiceId })
    .where(and(eq(orders.id, order.id), eq(orders.state, 'pending')));
  return { state: 'pending' };
}

async function chargeCard(
  { db, now }: MoneyContext,
  provider: PaymentProvider,
  order: OrderRow,
): Promise<Outcome> {
  const [card] = await db
    .select({ token: paymentMethods.providerToken })
    .from(paymentMethods)
    .where(eq(paymentMethods.id, order.paymentMethod?.id ?? -1));
  const reference = referenceOf(order.id);
  // Don't charge a deleted card, or an order that may expire at any moment: the payment would be
  // lost. Only look up an earlier charge.
  const isOld = order.createdAt < addMs(now(), -CHARGEABLE_MS);
  if (!card || isOld) return (await provider.lookUp(reference)) ?? { state: 'pending' };
  return provider.charge(card.token, order.cents, reference);
}
