/** Discount coupons (specification, section 3). */
import * as z from 'zod/mini';
import { flag, id, number, optional, text, withDefault } from './fields.ts';

/** `dcParameter` is percent for a `DiscountCoupon`, BRL for a `ValueOfVoucher`. */
export const COUPON_TYPES = ['DiscountCoupon', 'ValueOfVoucher'] as const;
export type CouponType = (typeof COUPON_TYPES)[number];

export const Coupon = z.looseObject({
  dcId: optional(id),
  /** The user's own copy: what a start of a charge names. */
  udcId: id,
  dcCode: withDefault(text, ''),
  dcParameter: optional(number),
  dcType: optional(text),
  /** Whether it can be used where it was asked for. */
  available: optional(flag),
});
export type Coupon = z.output<typeof Coupon>;

export const COUPON_STATES = ['active', 'inactive'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/** `GET /UserDiscountCoupon`. */
export const CouponPage = z.looseObject({ items: withDefault(z.array(Coupon), []) });
