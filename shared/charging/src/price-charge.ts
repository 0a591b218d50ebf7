import type { PriceProfilePeriod } from '@shared/contract';
import { billedOverstay, secondsBeyond } from './overstay-price.ts';
import type { Usage } from './usage.ts';

/** Prices and quantities are integers in millionths, which avoids binary fractions. */
const MILLION = 1_000_000n;

export type LineKind =
  | 'energy'
  | 'charging'
  | 'start'
  | 'parking'
  | 'plugged'
  | 'overstay'
  | 'overstayPenalty'
  | 'discount'
  | 'coupon';

export interface BillLine {
  kind: LineKind;
  /** In `unit`, for display. */
  quantity: number;
  unit: 'kWh' | 'min' | 'once';
  /** BRL per `unit`, for display: overstay is priced per hour but shown per minute. */
  unitPrice: number;
  /** Integer cents; negative for a discount or a coupon. */
  cents: number;
}

export interface Bill {
  lines: BillLine[];
  /** Integer cents: the sum of the lines, never negative. */
  total: number;
}

/** A line before rounding: `amount / per` is the number of priced units. */
interface Item extends Omit<BillLine, 'cents'> {
  price: number;
  amount: bigint;
  per: bigint;
}

/**
 * Returns the bill of a charge. Each line is rounded half up to cents, and the total is the sum of
 * the lines; zero lines are left out. The discount is deducted first and the coupon from the rest.
 * Time is priced per second, not per started minute.
 */
export function priceCharge(price: PriceProfilePeriod, usage: Usage): Bill {
  if (price.priceProfilePeriodFreeCharge) return { lines: [], total: 0 };
  const charged = itemsOf(price, usage).map(round);
  const subtotal = charged.reduce((total, line) => total + line.cents, 0);
  const discount = round(once('discount', price.DiscountTotal));
  const discounted = Math.min(subtotal, discount.cents);
  const payable = subtotal - discounted;
  const off = Math.min(payable, couponCents(price.coupon, payable));
  const coupon: BillLine = { kind: 'coupon', quantity: 1, unit: 'once', unitPrice: off / 100, cents: -off };
  const lines = [...charged, { ...discount, cents: -discounted }, coupon].filter((line) => line.cents !== 0);
  return { lines, total: payable - off };
}

/** Returns the coupon's value, rounded half up: a percentage of `payable`, or an amount in BRL. */
function couponCents(coupon: PriceProfilePeriod['coupon'], payable: number): number {
  const parameter = coupon && coupon.dcParameter > 0 ? millionths(coupon.dcParameter) : 0n;
  if (coupon?.dcType === 'DiscountCoupon') return divideHalfUp(BigInt(payable) * parameter, 100n * MILLION);
  return coupon?.dcType === 'ValueOfVoucher' ? divideHalfUp(100n * parameter, MILLION) : 0;
}

function itemsOf(price: PriceProfilePeriod, usage: Usage): Item[] {
  const parked = secondsBeyond(usage.pluggedSeconds, price.ParkingGracePeriod);
  const overstay = billedOverstay(price, usage.overstaySeconds);
  return [
    metered('energy', 'kWh', price.PriceKwh, usage.energyWh, 1000),
    time('charging', price.PriceTimeCharging, usage.chargingSeconds),
    once('start', price.TransactionPrice),
    time('parking', price.PriceTimeParking, parked),
    time('plugged', price.PriceTimePlugged, usage.pluggedSeconds),
    {
      ...metered('overstay', 'min', overstay.pricePerHour, overstay.seconds, 3600),
      quantity: overstay.seconds / 60,
      unitPrice: overstay.pricePerHour / 60,
    },
    once('overstayPenalty', overstay.penalty),
  ];
}

const time = (kind: LineKind, price: number, seconds: number) => metered(kind, 'min', price, seconds, 60);

/** @param perUnit how much of `used` costs the price */
function metered(kind: LineKind, unit: BillLine['unit'], price: number, used: number, perUnit: number): Item {
  const per = BigInt(perUnit) * MILLION;
  return { kind, unit, quantity: used / perUnit, unitPrice: price, price, amount: millionths(used), per };
}

function once(kind: LineKind, price: number): Item {
  return { kind, unit: 'once', quantity: 1, unitPrice: price, price, amount: 1n, per: 1n };
}

function round({ price, amount, per, ...line }: Item): BillLine {
  const payable = amount > 0n && price > 0 ? millionths(price) * amount * 100n : 0n;
  return { ...line, cents: divideHalfUp(payable, MILLION * per) };
}

/** Above any price or reading in earnest: a larger one in a response mustn't make the screen fail. */
const MAX_MILLIONTHS = 1e30;

/** Converts a number to millionths through its decimal text, rounding finer digits. */
function millionths(value: number): bigint {
  const [digits, exponent = '0'] = String(value).split('e');
  return BigInt(Math.min(Math.round(Number(`${digits}e${Number(exponent) + 6}`)), MAX_MILLIONTHS));
}

/** Divides two non-negative numbers, rounding half up. */
function divideHalfUp(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}
