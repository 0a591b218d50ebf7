/** Discount coupons. */
import * as z from 'zod/mini';
import { flag, id, number, optional, shownText, strictWithDefault, text } from './fields.ts';
import { list, withDefault } from './lenient.ts';

/** `dcParameter` is percent for a `DiscountCoupon`, BRL for a `ValueOfVoucher`. */
export type CouponType = 'DiscountCoupon' | 'ValueOfVoucher';

export const Coupon = z.looseObject({
  dcId: optional(id),
  /** Id of the user's own copy, which is sent to start a charge. */
  udcId: id,
  dcCode: withDefault(shownText, ''),
  dcParameter: optional(number),
  dcType: optional(text),
  /** Whether it can be used at the requested site. */
  available: optional(flag),
});
export type Coupon = z.output<typeof Coupon>;

export const COUPON_STATES = ['active', 'inactive'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/** `GET /UserDiscountCoupon`. */
export const CouponPage = z.looseObject({ items: strictWithDefault(list(Coupon), []) });

/** Error codes of the server, by what it refused: the typed code, or the coupon itself. */
const REFUSALS = {
  code: [
    'DISCOUNT_COUPON_NOTFOUND',
    'DISCOUNT_COUPON_APPID_INVALID',
    'DISCOUNT_COUPON_INACTIVE',
    'ERR_USERDISCOUNTCOUPON_INVALID',
    'ERR_DISCOUNTCOUPON_INACTIVE',
  ],
  // Checked last, because it is a substring of codes above.
  coupon: ['DISCOUNTCOUPON_INVALID'],
} as const;
export type CouponRefusal = keyof typeof REFUSALS;

/** Finds a refusal's code in an error's code or message; undefined for another error. */
export function couponRefusal(...texts: string[]): CouponRefusal | undefined {
  const text = texts.join(' ');
  for (const refusal of ['code', 'coupon'] as const)
    if (REFUSALS[refusal].some((code) => text.includes(code))) return refusal;
  return undefined;
}
