/** Coupons of the demo: Ana has added some, the others can be added by their code. */
import { PRODUCT } from '@shared/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { one } from '../db/rows.ts';
import { brands, coupons, sites, userCoupons, users } from '../db/schema.ts';
import { addMs, DAY_MS } from '../time.ts';
import { byName } from './by-name.ts';
import { demoEmails } from './people.ts';

const list: DemoCoupon[] = [
  { code: 'BEMVINDO10', type: 'DiscountCoupon', hundredths: 1000, anas: true },
  { code: 'RECARGA5', type: 'ValueOfVoucher', hundredths: 500, anas: true },
  { code: 'ITAIM20', type: 'DiscountCoupon', hundredths: 2000, site: 'Itaim Tower', anas: true },
  { code: 'VERAO15', type: 'DiscountCoupon', hundredths: 1500, ranOut: true, anas: true },
  { code: 'BONUS8', type: 'ValueOfVoucher', hundredths: 800 },
  { code: 'CARNAVAL', type: 'DiscountCoupon', hundredths: 3000, ranOut: true },
  { code: 'AURORA15', type: 'DiscountCoupon', hundredths: 1500, brand: 'aurora' },
];

interface DemoCoupon {
  code: string;
  type: 'DiscountCoupon' | 'ValueOfVoucher';
  /** Of a percent for a `DiscountCoupon`, of a BRL for a `ValueOfVoucher`. */
  hundredths: number;
  /** The only site at which it is valid. */
  site?: string;
  /** The default brand if absent. Unknown brands are ignored. */
  brand?: string;
  ranOut?: true;
  anas?: true;
}

export async function seedCoupons(tx: Db, now: Date): Promise<void> {
  const brandIds = await tx.select({ id: brands.id, slug: brands.slug }).from(brands);
  const siteIds = new Map((await tx.select().from(sites)).map(({ id, name }) => [name, id]));
  const ana = one(await tx.select().from(users).where(eq(users.email, demoEmails.ana)));
  for (const coupon of list) {
    const { code, type, hundredths, site, ranOut, anas, brand = PRODUCT.slug } = coupon;
    const brandId = brandIds.find(({ slug }) => slug === brand)?.id;
    if (brandId === undefined) continue;
    const siteId = site === undefined ? null : byName(siteIds, site);
    const expiresAt = ranOut ? addMs(now, -10 * DAY_MS) : null;
    const row = { brandId, code, type, hundredths, siteId, expiresAt };
    const { id: couponId } = one(await tx.insert(coupons).values(row).returning());
    if (anas) await tx.insert(userCoupons).values({ userId: ana.id, couponId });
  }
}
