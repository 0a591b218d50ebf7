/** Test users who can pay, and their balances. */

import type { Backend } from '../app.ts';
import type { BackendContext } from '../context.ts';
import { chargeableToken } from '../demo/stand-in/card-token.ts';
import type { Conduct } from '../demo/stand-in/test-cards.ts';
import { referenceOf } from '../domain/money/payment/provider.ts';
import { settleOpenOrders } from '../domain/money/payment/settle-open-orders.ts';
import { balanceOf } from '../domain/money/wallet/ledger.ts';
import { issueToken } from '../domain/people/auth/tokens.ts';
import { and, eq, inArray } from '../platform/database/orm.ts';
import { orders, paymentMethods, standInCharges, users } from '../platform/database/schema.ts';

export interface Payer {
  id: number;
  token: string;
  /** Ids of the saved cards, in the order of their conducts. */
  cards: string[];
}

/** The part of a backend that is needed to add test data. */
export interface WithContext {
  context: Pick<BackendContext, 'db' | 'now'>;
}

let payerCount = 0;

/**
 * Creates a user of the default brand with a CPF, an empty wallet and a card for each of
 * `conducts`.
 */
export async function newPayer({ context }: WithContext, conducts: Conduct[]): Promise<Payer> {
  const { db, now } = context;
  const email = `payer-${payerCount++}@example.com`;
  const values = { brandId: 1, email, name: 'Pessoa Prado', cpf: '52998224725' };
  const [user] = await db.insert(users).values(values).returning({ id: users.id });
  if (!user) throw new Error('no user was written');
  const cards = await db
    .insert(paymentMethods)
    .values(
      conducts.map((conduct, index) => ({
        userId: user.id,
        providerToken: chargeableToken(conduct),
        savedWith: conduct,
        isDefault: index === 0,
        description: `visa ${conduct}`,
        displayNumber: 'XXXX-XXXX-XXXX-4242',
        holderName: 'Pessoa Prado',
        month: 1,
        year: 2040,
      })),
    )
    .returning({ id: paymentMethods.id });
  return {
    id: user.id,
    token: await issueToken(db, user.id, now()),
    cards: cards.map(({ id }) => String(id)),
  };
}

export type LedgerSnapshot = Awaited<ReturnType<typeof ledgerSnapshot>>;

/**
 * Returns a user's balance and orders, in cents. `isPaidAtProvider`: whether the provider has the
 * money.
 */
export async function ledgerSnapshot({ context: { db } }: Backend, userId: number) {
  const { cents } = await balanceOf(db, userId);
  const rows = await db.select().from(orders).where(eq(orders.userId, userId)).orderBy(orders.id);
  const references = rows.map(({ id }) => referenceOf(id));
  const isPaid = and(inArray(standInCharges.reference, references), eq(standInCharges.state, 'paid'));
  const charges = references.length > 0 ? await db.select().from(standInCharges).where(isPaid) : [];
  const paid = new Set(charges.map(({ reference }) => reference));
  return {
    cents,
    orders: rows.map(({ id, state, cents, idempotencyKey }) => ({
      id: String(id),
      state,
      cents,
      key: idempotencyKey ?? '',
      isPaidAtProvider: paid.has(referenceOf(id)),
    })),
  };
}

/** Returns the idempotency key of an order. */
export async function keyOfOrder({ context: { db } }: Backend, orderId: string): Promise<string> {
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, Number(orderId)));
  return order?.idempotencyKey ?? '';
}

/** Settles open orders with the provider, as the backend does in the course of time. */
export const settleNow = ({ context }: Backend) => settleOpenOrders(context, new Date('2999-01-01'));

/** Makes a user's orders too old to be settled. */
export async function expireOpenOrders({ context: { db } }: Backend, userId: number): Promise<void> {
  await db
    .update(orders)
    .set({ createdAt: new Date(0) })
    .where(eq(orders.userId, userId));
}
