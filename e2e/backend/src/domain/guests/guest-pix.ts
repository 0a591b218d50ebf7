/** Which brands let drivers charge without an account. */
import type { Db } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/orm.ts';
import { type BrandRow, brands } from '../../platform/database/schema.ts';
import type { Payments } from '../money/payment/ports.ts';

/** Returns the Pix of a brand that offers it: one that can give back a part of a payment. */
export function guestPixOf(payments: Payments | undefined, { guestCharge, slug }: BrandRow) {
  const pix = guestCharge ? payments?.of(slug).pix : undefined;
  return pix?.capabilities.partialRefund ? pix : undefined;
}

/** @throws if a brand offers guest charges but its Pix provider has no partial refunds */
export async function checkGuestPix(db: Db, payments: Payments | undefined): Promise<void> {
  for (const brand of await db.select().from(brands).where(eq(brands.guestCharge, true)))
    if (payments?.of(brand.slug).pix && !guestPixOf(payments, brand))
      throw new Error(
        `The Pix of the brand '${brand.slug}' can't give back a part of a payment, which 'guestCharge' needs: ` +
          "use a bank with API Pix in PAYMENTS_FILE, or remove 'guestCharge' from the network file.",
      );
}
