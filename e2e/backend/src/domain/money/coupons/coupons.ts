/** A user's coupons: adding them by their code, and listing them with their availability. */
import type { Coupon, CouponState } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../../platform/database/database.ts';
import { and, desc, eq, isNull, ne } from '../../../platform/database/orm.ts';
import { coupons, userCoupons } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SessionUser } from '../../people/auth/session.ts';

interface CouponSearch {
  status: CouponState;
  page: number;
  pageSize: number;
  /** Part of a code; empty for all. */
  search: string;
  /** Type of coupon; empty for all. */
  dcType: string;
  /** Site of a start: coupons that aren't valid there are listed as not available. */
  siteId?: number | undefined;
}

/** Returns whether a coupon may be added and used at this instant. */
export const isValid = ({ active, expiresAt }: typeof coupons.$inferSelect, now: Date) =>
  active && (expiresAt === null || expiresAt > now);

/** Returns a user's coupons, the newest first. Active ones are valid and unused. */
export async function findCoupons(
  db: Db,
  userId: number,
  { status, page, pageSize, search, dcType, siteId }: CouponSearch,
  now: Date,
): Promise<z.input<typeof Coupon>[]> {
  const rows = await db
    .select({ own: userCoupons, coupon: coupons })
    .from(userCoupons)
    .innerJoin(coupons, eq(coupons.id, userCoupons.couponId))
    .where(eq(userCoupons.userId, userId))
    .orderBy(desc(userCoupons.addedAt), desc(userCoupons.id));
  const listed = rows
    .map(({ own, coupon }) => ({ own, coupon, usable: !own.usedAt && isValid(coupon, now) }))
    .filter(({ usable }) => usable === (status === 'active'))
    .filter(({ coupon }) => coupon.code.includes(search.toUpperCase()))
    .filter(({ coupon }) => dcType === '' || coupon.type === dcType);
  return listed.slice((page - 1) * pageSize, page * pageSize).map(({ own, coupon, usable }) => ({
    dcId: coupon.id,
    udcId: own.id,
    dcCode: coupon.code,
    dcParameter: coupon.hundredths / 100,
    dcType: coupon.type,
    available: usable && (siteId === undefined || coupon.siteId === null || coupon.siteId === siteId),
  }));
}

/**
 * Adds a coupon by its code, ignoring case. Adding an unused one again succeeds, so that a call can
 * be retried after a lost response.
 * @throws a `Failure` with one of the API's coupon error codes
 */
export async function addCoupon(db: Db, user: SessionUser, typed: string, now: Date): Promise<void> {
  const code = typed.trim().toUpperCase();
  const own = and(eq(coupons.code, code), eq(coupons.brandId, user.brandId));
  const [coupon] = await db.select().from(coupons).where(own);
  if (!coupon) throw await unknownCode(db, user, code);
  if (!isValid(coupon, now)) throw new Failure(400, 'DISCOUNT_COUPON_INACTIVE');
  const added = await db
    .insert(userCoupons)
    .values({ userId: user.id, couponId: coupon.id, addedAt: now })
    .onConflictDoUpdate({
      target: [userCoupons.userId, userCoupons.couponId],
      set: { couponId: coupon.id },
      setWhere: isNull(userCoupons.usedAt),
    })
    .returning({ id: userCoupons.id });
  if (added.length === 0) throw new Failure(409, 'ERR_USERDISCOUNTCOUPON_INVALID');
}

async function unknownCode(db: Db, { brandId }: SessionUser, code: string): Promise<Failure> {
  const isOfOtherBrand = and(eq(coupons.code, code), ne(coupons.brandId, brandId));
  return (await db.$count(coupons, isOfOtherBrand)) > 0
    ? new Failure(400, 'DISCOUNT_COUPON_APPID_INVALID')
    : new Failure(404, 'DISCOUNT_COUPON_NOTFOUND');
}
