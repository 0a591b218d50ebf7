/** A payment provider for the sandbox. It moves no money. */

import { pixCode, SANDBOX_ACCOUNT } from '@e2e/payments';
import type { Outcome, PaymentProvider } from '../../domain/money/payment/provider.ts';
import type { Db } from '../../platform/database/database.ts';
import { eq, notInArray } from '../../platform/database/orm.ts';
import { type OrderState, standInCharges } from '../../platform/database/schema.ts';
import { cardOfToken, conductOfToken } from './card-token.ts';

const invoiceOf = (reference: string) => reference.toUpperCase().replace(/[^0-9A-Z]/g, '');

async function find(db: Db, reference: string): Promise<Outcome | undefined> {
  const [found] = await db.select().from(standInCharges).where(eq(standInCharges.reference, reference));
  if (!found) return undefined;
  const { state, endToEndId } = found;
  return { state, invoiceId: invoiceOf(reference), endToEndId: endToEndId ?? undefined };
}

export function createStandIn(db: Db): PaymentProvider {
  /** Records an order's outcome, unless it has one. */
  async function recordOutcome(reference: string, state: OrderState): Promise<Outcome> {
    await db.insert(standInCharges).values({ reference, state }).onConflictDoNothing();
    return (await find(db, reference)) ?? { state };
  }

  return {
    lookUp: (reference) => find(db, reference),
    saveCard: async (token) => cardOfToken(token),
    deleteCard: async () => undefined,
    async charge(providerToken, _cents, reference) {
      const conduct = conductOfToken(providerToken);
      if (conduct !== 'silent') return recordOutcome(reference, conduct);
      await recordOutcome(reference, 'paid');
      return new Promise<never>(() => {});
    },
    async createPix(cents, reference) {
      await recordOutcome(reference, 'pending');
      const invoiceId = invoiceOf(reference);
      return { invoiceId, qrcodeText: pixCode(cents, invoiceId, SANDBOX_ACCOUNT.pixKey) };
    },
    cancelPix: (reference) => setStandInState(db, reference, 'canceled'),
  };
}

/**
 * Simulates the bank: pays a Pix, or settles or declines a captured card payment. A paid or
 * canceled order doesn't change. Returns the state afterwards.
 */
export async function setStandInState(db: Db, reference: string, state: OrderState, endToEndId?: string) {
  await db
    .insert(standInCharges)
    .values({ reference, state, endToEndId })
    .onConflictDoUpdate({
      target: standInCharges.reference,
      set: { state, endToEndId },
      setWhere: notInArray(standInCharges.state, ['paid', 'canceled']),
    });
  return (await find(db, reference)) ?? { state };
}
