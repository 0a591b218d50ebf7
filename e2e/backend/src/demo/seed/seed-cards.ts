/**
 * Ana's saved cards, whose charges the emulator accepts, and the coupons that she has added.
 */

import type { Db } from '../../platform/database/database.ts';
import { eq, inArray } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { coupons, paymentMethods, userCoupons, users } from '../../platform/database/schema.ts';
import { emulatedCard } from '../sandbox/payments/emulated-card.ts';
import { demoEmails } from './people.ts';

const cards = [
  { description: 'visa 4242', lastDigits: '4242', month: 8, year: 2031, isDefault: true },
  { description: 'mastercard 5454', lastDigits: '5454', month: 11, year: 2029, isDefault: false },
];

const ownCoupons = ['BEMVINDO10', 'RECARGA5', 'ITAIM20', 'VERAO15'];

export async function seedCards(tx: Db): Promise<void> {
  const ana = one(await tx.select().from(users).where(eq(users.email, demoEmails.ana)));
  await tx.insert(paymentMethods).values(
    cards.map(({ lastDigits, ...card }) => ({
      ...card,
      userId: ana.id,
      providerToken: emulatedCard('paid', lastDigits),
      savedWith: `demo-${lastDigits}`,
      displayNumber: `XXXX-XXXX-XXXX-${lastDigits}`,
      holderName: 'Ana Ferreira',
    })),
  );
  const added = await tx
    .select({ couponId: coupons.id })
    .from(coupons)
    .where(inArray(coupons.code, ownCoupons))
    .orderBy(coupons.id);
  await tx.insert(userCoupons).values(added.map((coupon) => ({ ...coupon, userId: ana.id })));
}
