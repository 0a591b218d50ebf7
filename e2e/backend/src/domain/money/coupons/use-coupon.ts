/** Coupons of charges: used with the attempt to start, and released if the attempt fails. */
import type { PriceProfilePeriod } from '@shared/contract';
import { idOf } from '../../../platform/api/route.ts';
import type { Db } from '../../../platform/database/database.ts';
import { and, eq, inArray, isNull } from '../../../platform/database/orm.ts';
import { type AttemptRow, coupons, userCoupons } from '../../../platform/database/schema.ts';
import { isValid } from './coupons.ts';

interface CouponRequest {
  userId: number;
  udcId: string;
  siteId: number;
  now: Date;
}
/** The id of the user's copy of a coupon, and its discount. */
interface UsableCoupon {
  id: number;
  terms: NonNullable<PriceProfilePeriod['coupon']>;
}

/** Returns the user's own unused coupon, locked, or an error code of the API. */
export async function findUsableCoupon(
  tx: Db,
  { userId, udcId, siteId, now }: CouponRequest,
): Promise<UsableCoupon | CouponError> {
  const [own] = await tx
    .select()
    .from(userCoupons)
    .where(and(eq(userCoupons.id, idOf(udcId)), eq(userCoupons.userId, userId)))
    .for('update');
  if (!own || own.usedAt) return 'ERR_USERDISCOUNTCOUPON_INVALID';
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, own.couponId));
  if (!coupon || !isValid(coupon, now)) return 'ERR_DISCOUNTCOUPON_INACTIVE';
  if (coupon.siteId !== null && coupon.siteId !== siteId) return 'DISCOUNTCOUPON_INVALID';
  return { id: own.id, terms: { dcType: coupon.type, dcParameter: coupon.hundredths / 100 } };
}
type CouponError =
  | 'ERR_USERDISCOUNTCOUPON_INVALID'
  | 'ERR_DISCOUNTCOUPON_INACTIVE'
  | 'DISCOUNTCOUPON_INVALID';

export async function markCouponUsed(tx: Db, id: number, attemptId: number, now: Date): Promise<void> {
  await tx.update(userCoupons).set({ usedAt: now, attemptId }).where(eq(userCoupons.id, id));
}

/** Makes the coupons of failed attempts usable again, until `retakeCoupon` or another start. */
export async function releaseCoupons(tx: Db, attemptIds: number[]): Promise<void> {
  if (attemptIds.length === 0) return;
  await tx.update(userCoupons).set({ usedAt: null }).where(inArray(userCoupons.attemptId, attemptIds));
}

/**
 * Uses the coupon of a failed attempt again, since its charge has begun after all. Returns the
 * attempt's price, without the discount if the coupon has been used otherwise.
 */
export async function retakeCoupon(
  tx: Db,
  { id, price, createdAt }: AttemptRow,
): Promise<PriceProfilePeriod> {
  const { coupon, ...fullPrice } = price;
  if (!coupon) return price;
  const retaken = await tx
    .update(userCoupons)
    .set({ usedAt: createdAt })
    .where(and(eq(userCoupons.attemptId, id), isNull(userCoupons.usedAt)))
    .returning({ id: userCoupons.id });
  return retaken.length > 0 ? price : fullPrice;
}

/** Makes a coupon usable again if the bill of its charge has no discount. */
export async function returnCoupon(tx: Db, attemptId: number): Promise<void> {
  await tx
    .update(userCoupons)
    .set({ usedAt: null, attemptId: null })
    .where(eq(userCoupons.attemptId, attemptId));
}
