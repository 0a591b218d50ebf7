/** Ana's saved cards. The stand-in provider accepts charges of both. */
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { one } from '../db/rows.ts';
import { paymentMethods, users } from '../db/schema.ts';
import { chargeableToken } from '../payment/stand-in/card-token.ts';
import { demoEmails } from './people.ts';

const cards = [
  { description: 'visa 4242', lastDigits: '4242', month: 8, year: 2031, isDefault: true },
  { description: 'mastercard 5454', lastDigits: '5454', month: 11, year: 2029, isDefault: false },
];

export async function seedCards(tx: Db): Promise<void> {
  const ana = one(await tx.select().from(users).where(eq(users.email, demoEmails.ana)));
  await tx.insert(paymentMethods).values(
    cards.map(({ lastDigits, ...card }) => ({
      ...card,
      userId: ana.id,
      providerToken: chargeableToken('paid'),
      savedWith: `demo-${lastDigits}`,
      displayNumber: `XXXX-XXXX-XXXX-${lastDigits}`,
      holderName: 'Ana Ferreira',
    })),
  );
}
