/** `POST /wallet/Balance`: an order for credit, paid by a saved card or by Pix. */
import { centsFromReais } from '@shared/brazil';
import { CREDIT_CARD, PIX, TOP_UP_AMOUNTS } from '@shared/contract';
import { runOnce } from '../../../platform/api/idempotent-write.ts';
import { idOf } from '../../../platform/api/route.ts';
import type { Db } from '../../../platform/database/database.ts';
import { and, eq, getTableColumns, gt, ne, type SQL, sql } from '../../../platform/database/orm.ts';
import { one } from '../../../platform/database/rows.ts';
import {
  ORDER_TOP_UP,
  type OrderRow,
  type OrderState,
  orderItems,
  orders,
  paymentMethods,
  type Refusal,
} from '../../../platform/database/schema.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import { LIMITS, tooMany } from '../../../platform/limits/limits.ts';
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time.ts';
import type { SessionUser } from '../../people/auth/session.ts';
import { withUserLock } from '../../people/auth/user-lock.ts';
import type { MoneyContext } from '../context.ts';
import { cancelOpenPix } from './cancel-open-pix.ts';
import { keyOf, newTxid, portOfOrder, portsOfUser, resultOf } from './payments.ts';
import type { BrandPorts, CardPort, Payer, PixPort, Refused, Unknown } from './ports.ts';
import { REQUEST_EXPIRY_MS } from './settle-open-orders.ts';
import { creditItem, settleOrder } from './settle-order.ts';
import { settlePayment } from './settle-payment.ts';

/** How long a Pix code is valid, in ms. */
const PIX_VALID_MS = 30 * MINUTE_MS;
/** How long after its creation an order may be charged, in ms: well before it expires. */
const CHARGEABLE_MS = REQUEST_EXPIRY_MS / 2;
/** When a new order is looked up first, in ms: after the request for its payment has timed out. */
const FIRST_LOOK_UP_MS = 20 * SECOND_MS;
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
): Promise<{ orderId: number; orderState: OrderState; orderRefusal?: Refusal | undefined }> {
  const ports = await portsOfUser(context, user.id);
  const port = PaymentMethod === PIX ? ports.pix : ports.cards;
  if (!port) throw new Failure(409, 'PAYMENT_UNAVAILABLE', 'No payment provider is configured');
  if (!AMOUNTS.has(Ammount)) throw new Failure(400, 'INVALID_AMOUNT');
  const topUp = { user, cents: centsFromReais(Ammount), method: PaymentMethod, key };
  const perform = () => payOrder(context, ports, topUp, port.account);
  return runOnce(context, {
    userId: user.id,
    key,
    content: { topUp: topUp.cents, method: PaymentMethod },
    perform,
    // The order stores the key, so a repeated call finds it and continues.
    recover: perform,
  });
}

async function payOrder(context: MoneyContext, ports: BrandPorts, topUp: TopUp, account: string) {
  const { order, isNew } = await findOrCreateOrder(context, topUp, account);
  const orderState =
    order.state === 'pending' ? await pay(context, ports, order, topUp.user, isNew) : order.state;
  const orderRefusal = orderState === 'unauthorized' ? await findRefusal(context.db, order.id) : undefined;
  return { orderId: order.id, orderState, orderRefusal };
}

async function findRefusal(db: Db, orderId: number): Promise<Refusal | undefined> {
  const [order] = await db.select({ refusal: orders.refusal }).from(orders).where(eq(orders.id, orderId));
  return order?.refusal ?? undefined;
}

/** Returns the order that this key created before, or a new one. */
async function findOrCreateOrder(
  context: MoneyContext,
  topUp: TopUp,
  account: string,
): Promise<{ order: OrderRow; isNew: boolean }> {
  const { user, cents, method, key } = topUp;
  const byKey = and(eq(orders.userId, user.id), eq(orders.idempotencyKey, key));
  const [earlier] = await context.db.select().from(orders).where(byKey);
  if (earlier) {
    const { paymentMethod, requestedCents } = earlier;
    const same =
      (requestedCents ?? earlier.cents) === cents &&
      String(paymentMethod?.id ?? paymentMethod?.item_type) === method;
    if (!same) throw new Failure(409, 'IDEMPOTENCY_KEY_REUSED');
    return { order: earlier, isNew: false };
  }
  if (!user.cpf) throw new Failure(400, 'CPF_REQUIRED');
  const paymentMethod = await describeMethod(context, user, method);
  return { order: await writeOrder(context, topUp, paymentMethod, account), isNew: true };
}

export const PIX_METHOD = { description: 'Pix', item_type: PIX };

async function describeMethod({ db }: MoneyContext, user: SessionUser, method: string) {
  if (method === PIX) return PIX_METHOD;
  const [card] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.id, idOf(method)), eq(paymentMethods.userId, user.id)));
  if (!card) throw notFound('PAYMENT_METHOD');
  return { id: card.id, description: card.description, item_type: CREDIT_CARD };
}

/** Returns the fields of a new order, with a payment to be requested at `provider`. */
export function openOrder({ now, randomness }: Pick<MoneyContext, 'now' | 'randomness'>, provider: string) {
  const at = now();
  const payment = { provider, txid: newTxid(randomness), nextLookUpAt: addMs(at, FIRST_LOOK_UP_MS) };
  return { kind: ORDER_TOP_UP, state: 'pending' as const, ...payment, createdAt: at, updatedAt: at };
}

function writeOrder(
  context: MoneyContext,
  { user, cents, key }: TopUp,
  paymentMethod: Exclude<OrderRow['paymentMethod'], null>,
  provider: string,
): Promise<OrderRow> {
  const request = { userId: user.id, cents, paymentMethod, idempotencyKey: key };
  const opened = openOrder(context, provider);
  const { item_type: itemType } = paymentMethod;
  const limit = itemType === PIX ? 'pixOrders' : 'cardOrders';
  return withUserLock(context.db, user.id, async (tx) => {
    const { earlier, unpaid, ...order } = one(
      await tx
        .insert(orders)
        .values({ ...request, ...opened })
        // In the same statement: its subquery sees every order except the one being inserted.
        .returning({
          ...getTableColumns(orders),
          earlier: countTopUps(tx, user.id, itemType, opened.createdAt),
          unpaid: countTopUps(tx, user.id, itemType, opened.createdAt, ne(orders.state, 'paid')),
        }),
    );
    if (earlier >= LIMITS[limit].max) throw tooMany(limit);
    if (itemType !== PIX && unpaid >= LIMITS.cardFailures.max) throw tooMany('cardFailures');
    await tx.insert(orderItems).values(creditItem(order.id, cents));
    return order;
  });
}

/**
 * Counts an account's top-ups of the last 24 hours by one kind of payment, as a field to select: a
 * separate counter would cost two more writes. Lock the account's row to count concurrent calls.
 */
function countTopUps(tx: Db, userId: number, itemType: string, now: Date, condition?: SQL) {
  const since = addMs(now, -DAY_MS);
  return tx.$count(
    orders,
    and(
      eq(orders.userId, userId),
      gt(orders.createdAt, since),
      // Implied, since no order is updated before its creation, and indexed.
      gt(orders.updatedAt, since),
      eq(orders.kind, ORDER_TOP_UP),
      condition,
      sql`${orders.paymentMethod} ->> 'item_type' = ${itemType}`,
    ),
  );
}

/** Requests the payment. `settle-open-orders.ts` looks it up if there is no response. */
async function pay(
  context: MoneyContext,
  ports: BrandPorts,
  order: OrderRow,
  user: SessionUser,
  isNew: boolean,
): Promise<OrderState> {
  const payer = { userId: user.id, name: user.name, email: user.email, cpf: user.cpf ?? '' };
  const port = portOfOrder(ports, order);
  // Another provider knows nothing of the order.
  if (!port) return order.state;
  return 'charge' in port
    ? chargeCard(context, port, order, payer, isNew)
    : createPix(context, port, order, payer);
}

/** Requests a code for an order that has none yet. Returns the order's state afterwards. */
export async function createPix(
  context: MoneyContext,
  port: PixPort,
  order: OrderRow,
  payer: Payer,
  validMs = PIX_VALID_MS,
): Promise<OrderState> {
  if (order.data) return order.state;
  const dueDate = addMs(order.createdAt, validMs);
  const created = await resultOf(context.clock, port.create(order.cents, keyOf(order), payer, dueDate));
  if (created.kind !== 'done') {
    logFailure(context, order, created);
    // A Pix without a code can't be paid: it fails, unless a concurrent try has stored the code.
    return settleOrder(context, order.id, { state: 'error' }, { condition: ({ data }) => data === null });
  }
  const { qrcodeText, invoiceId } = created.code;
  const data = { due_date: dueDate.toISOString(), pix: { qrcode_text: qrcodeText } };
  // An order that failed meanwhile stays failed: its code's payment would never be looked up.
  await context.db
    .update(orders)
    .set({ data, invoiceId })
    .where(and(eq(orders.id, order.id), eq(orders.state, 'pending')));
  // An account has one code at a time, so that it can't pay an old one by mistake. The old one stays
  // until there is a new one.
  await cancelOpenPix(context, order.userId, order.id);
  return settleOrder(context, order.id, { state: 'pending' }, { isAwaited: true });
}

async function chargeCard(
  context: MoneyContext,
  port: CardPort,
  order: OrderRow,
  payer: Payer,
  isNew: boolean,
): Promise<OrderState> {
  const [card] = await context.db
    .select({ token: paymentMethods.providerToken })
    .from(paymentMethods)
    .where(eq(paymentMethods.id, order.paymentMethod?.id ?? -1));
  // Don't charge a deleted card, or an order that may expire at any moment: the payment would be
  // lost. Only look up an earlier charge.
  const isOld = order.createdAt < addMs(context.now(), -CHARGEABLE_MS);
  if (!isNew || isOld) {
    // A provider may remember a request for a short time only, so ask before repeating it.
    const found = await resultOf(context.clock, port.lookUp(keyOf(order)));
    if (found.kind === 'unknown') logFailure(context, order, found);
    if (found.kind === 'found') return settlePayment(context, order, found.payment, true);
    if (found.kind === 'unknown' || isOld) return order.state;
  }
  if (!card) return order.state;
  if (!port.owns(card.token)) return settleOrder(context, order.id, REFUSED_CARD, { isAwaited: true });
  const charged = await resultOf(context.clock, port.charge(card.token, order.cents, keyOf(order), payer));
  if (charged.kind === 'done') return settlePayment(context, order, charged.payment, true);
  logFailure(context, order, charged);
  if (charged.kind === 'unknown') return order.state;
  const { reason } = charged;
  // The driver can do nothing about a request that the provider doesn't accept, except retry.
  const state = reason === 'other' || reason === 'retry' ? 'error' : 'unauthorized';
  return settleOrder(context, order.id, { state, refusal: reason }, { isAwaited: true });
}

/** The card is saved at a provider that isn't used any more. */
const REFUSED_CARD = { state: 'unauthorized', refusal: 'card' } as const;

function logFailure({ log }: MoneyContext, { id }: OrderRow, failure: Refused | Unknown): void {
  if (failure.kind === 'unknown')
    log.error({ err: failure.error, orderId: id }, 'the payment provider failed');
  else log.warn({ orderId: id, reason: failure.reason, code: failure.code }, 'a payment was refused');
}
