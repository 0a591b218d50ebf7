import * as z from 'zod/mini';
import { flag, number, strictWithDefault, text } from './fields.ts';

const price = strictWithDefault(number, 0);

/**
 * BRL as decimal numbers. A price that is present but can't be parsed makes the whole period
 * unreadable: unknown, never free.
 */
export const PriceProfilePeriod = z.looseObject({
  priceProfilePeriodFreeCharge: strictWithDefault(flag, undefined),
  /** BRL per kWh */
  PriceKwh: price,
  /** BRL per minute of charging */
  PriceTimeCharging: price,
  /** BRL, once */
  TransactionPrice: price,
  /** BRL per minute of parking, after `ParkingGracePeriod` minutes */
  PriceTimeParking: price,
  ParkingGracePeriod: price,
  /** BRL per minute plugged in */
  PriceTimePlugged: price,
  /** BRL per hour (shown per minute), from `OverstayGracePeriod` minutes after the charge ended */
  PriceTimeOverstay: price,
  OverstayGracePeriod: price,
  /** BRL, once, if the overstay exceeds its grace period */
  OverstayPenalty: price,
  /** BRL, once */
  DiscountTotal: price,
  /** The coupon of the charge; its fields are those of `Coupon`. */
  coupon: z.nullish(z.looseObject({ dcType: text, dcParameter: number })),
});
export type PriceProfilePeriod = z.output<typeof PriceProfilePeriod>;
