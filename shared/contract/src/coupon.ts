/** Discount coupons (specification, section 3). */
import * as z from 'zod/mini';
import { flag, id, number, optional, strictWithDefault, text } from './fields.ts';
import { list, withDefault } from './lenient.ts';

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
export const CouponPage = z.looseObject({ items: strictWithDefault(list(Coupon), []) });

/** Codes with which a coupon is refused, by what they come down to: its code, or the coupon (specification, section 8). */
const REFUSALS = {
  code: [
    'DISCOUNT_COUPON_NOTFOUND',
    'DISCOUNT_COUPON_APPID_INVALID',
    'DISCOUNT_COUPON_INACTIVE',
    'ERR_USERDISCOUNTCOUPON_INVALID',
    'ERR_DISCOUNTCOUPON_INACTIVE',
  ],
  // Part of a code above, so it is looked for after those.
  coupon: ['DISCOUNTCOUPON_INVALID'],
} as const;
export type CouponRefusal = keyof typeof REFUSALS;

/** What the server holds against a coupon, found in any of its words; undefined where it says something else. */
export function couponRefusal(...words: string[]): CouponRefusal | undefined {
  const said = words.join(' ');
  for (const refusal of ['code', 'coupon'] as const)
    if (REFUSALS[refusal].some((code) => said.includes(code))) return refusal;
  return undefined;
}
