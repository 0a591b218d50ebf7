import type { CouponType } from '@shared/contract';
import { eq } from '../platform/database/orm.ts';
import { brands, coupons, userCoupons } from '../platform/database/schema.ts';
import { noteChange, pruneMissing, referredIds, type Scope } from './changes.ts';
import type { NetworkFile } from './network-file.ts';

/**
 * Stores the file's coupons. With `prune`, coupons that aren't in the file are removed, or
 * deactivated if users have them.
 */
export async function applyCoupons(
  scope: Scope,
  brandIds: ReadonlyMap<string, number>,
  siteIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { tx, network, changes } = scope;
  const rows = await tx
    .select({ coupon: coupons, slug: brands.slug })
    .from(coupons)
    .innerJoin(brands, eq(brands.id, coupons.brandId));
  const stored = new Map(rows.map(({ coupon, slug }) => [`${slug}/${coupon.code}`, coupon]));
  const keys = new Map([...siteIds].map(([key, id]) => [id, key]));
  for (const coupon of network.coupons) {
    const { brand, code, site, expires } = coupon;
    const brandId = brandIds.get(brand);
    // Reported as a problem of the brand.
    if (brandId === undefined) continue;
    const terms = { ...discountOf(coupon), active: true, expiresAt: expires ?? null };
    const siteId = site === undefined ? null : (siteIds.get(site) ?? null);
    const row = { brandId, code, siteId, ...terms };
    const known = stored.get(`${brand}/${code}`);
    stored.delete(`${brand}/${code}`);
    const what = `coupon ${code} of ${brand}`;
    const siteBefore = known?.siteId ? (keys.get(known.siteId) ?? `id ${known.siteId}`) : null;
    const before = known && { ...known, site: siteBefore };
    if (!noteChange(changes, what, { before, after: { ...terms, site: site ?? null } })) continue;
    if (known) await tx.update(coupons).set(row).where(eq(coupons.id, known.id));
    else await tx.insert(coupons).values(row);
  }
  if (stored.size === 0) return;
  const ids = [...stored.values()].map(({ id }) => id);
  const used = await referredIds(tx, ids, userCoupons.couponId);
  for (const [key, { id, code, active }] of stored) {
    const isUsed = used.has(id);
    if (isUsed && !active) continue;
    const isThis = eq(coupons.id, id);
    await pruneMissing(
      scope,
      `coupon ${code} of ${key.split('/', 1)}`,
      isUsed
        ? {
            action: 'retire',
            detail: 'users have it',
            run: () => tx.update(coupons).set({ active: false }).where(isThis),
          }
        : { action: 'remove', run: () => tx.delete(coupons).where(isThis) },
    );
  }
}

function discountOf({ percent, value = 0 }: NetworkFile['coupons'][number]): {
  type: CouponType;
  hundredths: number;
} {
  return percent === undefined
    ? { type: 'ValueOfVoucher', hundredths: Math.round(value * 100) }
    : { type: 'DiscountCoupon', hundredths: Math.round(percent * 100) };
}
