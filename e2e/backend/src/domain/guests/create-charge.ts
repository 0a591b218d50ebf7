/** `POST /GuestCharges`: a user of its own for one charge, and the Pix code that pays it. */
import { centsFromReais } from '@shared/brazil';
import { isFree } from '@shared/charging';
import { GUEST_AMOUNTS, GUEST_SECRET } from '@shared/contract/guest-amounts';
import type { NewGuestCharge } from '@shared/contract/guest-charge';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, getTableColumns, gt, isNotNull, isNull, sql } from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt, one } from '../../platform/database/rows.ts';
import {
  authTokens,
  type BrandRow,
  guestCharges,
  type OrderRow,
  orderItems,
  orders,
  users,
} from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { findByNumber } from '../charging/charger-number.ts';
import { lockAvailable, UNAVAILABLE } from '../charging/request-start.ts';
import { cancelOpenPix } from '../money/payment/cancel-open-pix.ts';
import type { PixPort } from '../money/payment/ports.ts';
import { creditItem } from '../money/payment/settle-order.ts';
import { createPix, openOrder, PIX_METHOD } from '../money/payment/top-up.ts';
import { readEmail } from '../people/auth/account-rules.ts';
import type { SessionUser } from '../people/auth/session.ts';
import { hashOf } from '../people/auth/tokens.ts';
import type { GuestsContext } from './context.ts';
import { guestPixOf } from './guest-pix.ts';

/** How long a code can be paid, in ms: its guest is at the connector. */
const CODE_MS = 10 * MINUTE_MS;
/** Maximum number of open codes of a connector: more than the guests who may be there. */
const MAX_OPEN_CODES = 10;
/** How long a guest's session lasts after its creation, and again after the end of the charge, in ms. */
export const SESSION_MS = 30 * DAY_MS;
const AMOUNTS: ReadonlySet<number> = new Set(GUEST_AMOUNTS);

interface Wanted {
  brandId: number;
  here: ConnectorKey;
  cents: number;
  email: string | null;
  secretHash: string;
}

/**
 * Orders a code once per secret. Nothing is reserved until it is paid.
 * @param earlier user of the device's earlier session, which this charge's session replaces
 */
export async function createGuestCharge(
  context: GuestsContext,
  brand: BrandRow,
  { Amount, ChargePointID, Email, Secret }: z.output<typeof NewGuestCharge>,
  earlier?: SessionUser,
): Promise<{ orderId: number }> {
  const { db, payments } = context;
  if (!brand.guestCharge) throw notFound('GUEST_CHARGE');
  const port = guestPixOf(payments, brand);
  if (!port) throw new Failure(409, 'PAYMENT_UNAVAILABLE');
  if (!GUEST_SECRET.test(Secret)) throw new Failure(400, 'INVALID_SECRET');
  if (!AMOUNTS.has(Amount)) throw new Failure(400, 'INVALID_AMOUNT');
  const email = Email ? readEmail(Email) : null;
  const found = await findByNumber(db, ChargePointID, brand.id);
  if (!found) throw notFound('CHARGER');
  if (earlier?.isGuest) await giveUp(context, earlier.id);
  const { chargePointId, connectorId } = found.connector;
  const cents = centsFromReais(Amount);
  const here = { chargePointId, connectorId };
  const order = await findOrCreate(context, port, {
    brandId: brand.id,
    here,
    cents,
    email,
    secretHash: hashOf(Secret),
  });
  const payer = { userId: order.userId, name: '', email: email ?? '', cpf: '' };
  const state =
    order.state === 'pending' ? await createPix(context, port, order, payer, CODE_MS) : order.state;
  if (state === 'error') throw new Failure(409, 'PAYMENT_FAILED');
  return { orderId: order.id };
}

/**
 * Cancels a guest's unpaid code.
 * @throws 409 if it was paid, and its charge isn't over: no other device may have its secret
 */
async function giveUp(context: GuestsContext, userId: number): Promise<void> {
  await cancelOpenPix(context, userId);
  const isPaid = and(eq(guestCharges.userId, userId), isNotNull(guestCharges.paidAt));
  const running = await context.db.$count(guestCharges, and(isPaid, isNull(guestCharges.closedAt)));
  if (running > 0) throw new Failure(409, 'GUEST_CHARGING');
}

function findOrCreate(context: GuestsContext, port: PixPort, wanted: Wanted): Promise<OrderRow> {
  return context.db.transaction(async (tx) => {
    // A copy of the call waits, and then finds what the first one has created.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`guest ${wanted.secretHash}`}, 0))`);
    return (await findEarlier(tx, wanted)) ?? create(context, tx, port, wanted);
  });
}

async function findEarlier(
  tx: Db,
  { brandId, here, cents, secretHash }: Wanted,
): Promise<OrderRow | undefined> {
  const [session] = await tx.select().from(authTokens).where(eq(authTokens.hash, secretHash));
  if (!session) return undefined;
  const [earlier] = await tx
    .select(getTableColumns(orders))
    .from(guestCharges)
    .innerJoin(orders, eq(orders.id, guestCharges.orderId))
    .innerJoin(users, eq(users.id, guestCharges.userId))
    .where(and(eq(users.id, session.userId), eq(users.brandId, brandId), isAt(guestCharges, here)));
  if (earlier && (earlier.requestedCents ?? earlier.cents) === cents) return earlier;
  throw new Failure(409, 'SECRET_REUSED');
}

async function create(
  context: GuestsContext,
  tx: Db,
  port: PixPort,
  { brandId, here, cents, email, secretHash }: Wanted,
): Promise<OrderRow> {
  const at = context.now();
  const { price, refusal } = await lockAvailable(context, tx, here);
  if (!price) throw new Failure(409, refusal ?? UNAVAILABLE);
  if (isFree(price)) throw new Failure(409, 'FREE_CHARGE');
  const isOpen = and(
    isAt(guestCharges, here),
    gt(guestCharges.createdAt, addMs(at, -CODE_MS)),
    eq(orders.state, 'pending'),
  );
  const open = await tx
    .select({ id: orders.id })
    .from(guestCharges)
    .innerJoin(orders, eq(orders.id, guestCharges.orderId))
    .where(isOpen);
  if (open.length >= MAX_OPEN_CODES)
    throw new Failure(429, 'TOO_MANY_CODES', 'TOO_MANY_CODES', CODE_MS / SECOND_MS);
  // Not an e-mail address, so it can't be used to log in.
  const guest = {
    brandId,
    name: '',
    email: `guest:${context.randomness.uuid()}`,
    isGuest: true,
    createdAt: at,
  };
  const { id: userId } = one(await tx.insert(users).values(guest).returning());
  const expiresAt = addMs(at, SESSION_MS);
  await tx.insert(authTokens).values({ hash: secretHash, userId, createdAt: at, lastUsedAt: at, expiresAt });
  const order = one(
    await tx
      .insert(orders)
      .values({
        userId,
        ...openOrder(context, port.account),
        cents,
        paymentMethod: PIX_METHOD,
        idempotencyKey: 'guest',
      })
      .returning(),
  );
  await tx.insert(orderItems).values(creditItem(order.id, cents));
  await tx.insert(guestCharges).values({ userId, orderId: order.id, ...here, email, createdAt: at });
  return order;
}
