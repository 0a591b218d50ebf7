/** Test users who can pay, and their balances. */

import type { Backend } from '../app.ts';
import type { BackendContext } from '../context.ts';
import { emulatedCard, emulatorControl } from '../demo/sandbox/payments/emulator.ts';
import { settleOpenOrders } from '../domain/money/payment/settle-open-orders.ts';
import { balanceOf } from '../domain/money/wallet/ledger.ts';
import { issueToken } from '../domain/people/auth/tokens.ts';
import { eq } from '../platform/database/orm.ts';
import { orders, paymentMethods, users } from '../platform/database/schema.ts';

export interface Payer {
  id: number;
  token: string;
  /** Ids of the saved cards, in the order of their conducts. */
  cards: string[];
}

type Conduct = Parameters<typeof emulatedCard>[0];

/** The part of a backend that is needed to add test data. */
export interface WithContext {
  context: Pick<BackendContext, 'db' | 'now' | 'randomness'>;
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
        providerToken: emulatedCard(conduct),
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
    token: await issueToken(context, user.id, now()),
    cards: cards.map(({ id }) => String(id)),
  };
}

export type LedgerSnapshot = Awaited<ReturnType<typeof ledgerSnapshot>>;

/**
 * Returns a user's balance and orders, in cents. `isPaidAtProvider`: whether the provider has the
 * money.
 */
export async function ledgerSnapshot({ context: { db, options } }: Backend, userId: number) {
  const { cents } = await balanceOf(db, userId);
  const rows = await db.select().from(orders).where(eq(orders.userId, userId)).orderBy(orders.id);
  const payments = options.emulator ? await emulatorControl(options.emulator, options).payments() : [];
  const paid = new Set(payments.filter(({ paidCents }) => paidCents > 0).map(({ reference }) => reference));
  return {
    cents,
    orders: rows.map(({ id, state, cents, idempotencyKey, txid }) => ({
      id: String(id),
      state,
      cents,
      key: idempotencyKey ?? '',
      isPaidAtProvider: txid !== null && paid.has(txid),
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
