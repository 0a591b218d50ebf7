/** A payment provider that moves no money, for the sandbox. */
import { eq, notInArray } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { type OrderState, standInCharges } from '../../db/schema.ts';
import type { Outcome, PaymentProvider } from '../provider.ts';
import { cardOfToken, conductOfToken } from './card-token.ts';
import { pixCode } from './pix-code.ts';

const invoiceOf = (reference: string) => reference.toUpperCase().replace(/[^0-9A-Z]/g, '');

async function find(db: Db, reference: string): Promise<Outcome | undefined> {
  const [found] = await db.select().from(standInCharges).where(eq(standInCharges.reference, reference));
  if (!found) return undefined;
  const { state, endToEndId } = found;
  return { state, invoiceId: invoiceOf(reference), endToEndId: endToEndId ?? undefined };
}

export function createStandIn(db: Db): PaymentProvider {
  /** Writes down what happens, unless it has happened before. */
  async function happen(reference: string, state: OrderState): Promise<Outcome> {
    await db.insert(standInCharges).values({ reference, state }).onConflictDoNothing();
    return (await find(db, reference)) ?? { state };
  }

  return {
    lookUp: (reference) => find(db, reference),
    saveCard: async (token) => cardOfToken(token),
    forgetCard: async () => undefined,
    async charge(providerToken, _cents, reference) {
      const conduct = conductOfToken(providerToken);
      if (conduct !== 'silent') return happen(reference, conduct);
      await happen(reference, 'paid');
      return new Promise<never>(() => {});
    },
    async createPix(cents, reference) {
      await happen(reference, 'pending');
      const invoiceId = invoiceOf(reference);
      return { invoiceId, qrcodeText: pixCode(cents, invoiceId) };
    },
    cancelPix: (reference) => actAtStandIn(db, reference, 'canceled'),
  };
}

/**
 * The other side of a payment acts: a Pix is paid, a captured card is settled or refused. What was paid or canceled stays so.
 * @param endToEndId names the payment of a Pix
 * @returns how it stands then
 */
export async function actAtStandIn(
  db: Db,
  reference: string,
  state: OrderState,
  endToEndId?: string,
): Promise<Outcome> {
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
