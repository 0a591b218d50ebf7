import { centsFromReais } from '@shared/brazil';
import { priceCharge, usageAt } from '@shared/charging';
import type { PriceProfilePeriod, Transaction } from '@shared/contract';

interface CostSoFar {
  cents: number;
  /** The price includes energy, but the charge point sends no meter values, so `cents` lacks it. */
  withoutEnergy: boolean;
}

/**
 * Returns the cost of a charge so far, using the billing function with the price, the meter and the
 * time until `now` (or until the stop). Returns undefined if the transaction's price is unknown.
 * @param kwh energy delivered so far, if the charge point reports it
 */
export function costSoFar(
  transaction: Transaction,
  kwh: number | undefined,
  now: number,
): CostSoFar | undefined {
  const { startPriceProfilePeriod: price, startTime, stopTime } = transaction;
  if (!price || startTime === undefined) return undefined;
  const energyWh = Math.round((kwh ?? 0) * 1000);
  const usage = usageAt({ ...transaction, startTime, at: stopTime ?? now, energyWh });
  const hasEnergyPrice = !price.priceProfilePeriodFreeCharge && price.PriceKwh > 0;
  return { cents: priceCharge(price, usage).total, withoutEnergy: hasEnergyPrice && kwh === undefined };
}

/** How long before the credit runs out the screen offers to add credit, in ms. */
const CREDIT_WARNING_MS = 15 * 60_000;

interface Rate {
  kwh?: number | undefined;
  kw?: number | undefined;
}

/**
 * Returns what a charge will have cost in 15 minutes at the current power, in cents, as far as price,
 * meter and power are known.
 */
export function costSoon(transaction: Transaction, { kwh, kw = 0 }: Rate, now: number): number | undefined {
  const laterKwh = kwh === undefined ? undefined : kwh + (kw * CREDIT_WARNING_MS) / 3_600_000;
  return costSoFar(transaction, laterKwh, now + CREDIT_WARNING_MS)?.cents;
}

/** Returns whether the credit doesn't cover the cost in 15 minutes. */
export function creditEndsSoon(
  transaction: Transaction,
  rate: Rate,
  now: number,
  balanceReais: number,
): boolean {
  const cents = costSoon(transaction, rate, now);
  return cents !== undefined && cents > Math.max(0, centsFromReais(balanceReais));
}

/** What the remaining credit buys; a quantity that can't be calculated is absent. */
interface Purchase {
  kwh?: number | undefined;
  seconds?: number | undefined;
}

/**
 * Returns the share of further cost that is paid despite discount and coupon. Returns undefined
 * before the first cent, when it isn't known how much of an amount that is deducted is left.
 */
function paidShare({ coupon, DiscountTotal }: PriceProfilePeriod, costCents: number): number | undefined {
  const isPercent = coupon?.dcType === 'DiscountCoupon';
  if (costCents === 0 && (DiscountTotal > 0 || (coupon && !isPercent))) return undefined;
  return isPercent ? 1 - Math.max(0, coupon.dcParameter) / 100 : 1;
}

/**
 * Converts the remaining credit to energy and time at the current power. Returns undefined if the
 * charge is free, the credit is used up or the result can't be calculated.
 * @param kw current power, if known
 * @param seconds since the start, for the grace period of parking
 */
export function creditBuys(
  price: PriceProfilePeriod,
  balanceReais: number,
  costCents: number,
  kw: number | undefined,
  seconds = 0,
): Purchase | undefined {
  if (price.priceProfilePeriodFreeCharge) return undefined;
  const share = paidShare(price, costCents);
  if (share === undefined || share <= 0) return undefined;
  const leftReais = (centsFromReais(balanceReais) - costCents) / 100 / share;
  const power = kw !== undefined && kw > 0 ? kw : undefined;
  const { PriceKwh, PriceTimeParking } = price;
  const timePrice = price.PriceTimeCharging + price.PriceTimePlugged;
  const isTimed = timePrice + PriceTimeParking > 0;
  if (leftReais <= 0 || (!isTimed && PriceKwh === 0)) return undefined;
  if (power === undefined && PriceKwh > 0) return isTimed ? undefined : { kwh: leftReais / PriceKwh };
  const perMinute = timePrice + (PriceKwh * (power ?? 0)) / 60;
  const graceMinutes = Math.max(0, price.ParkingGracePeriod - seconds / 60);
  const laterReais = leftReais - perMinute * graceMinutes;
  const minutes =
    laterReais > 0 ? graceMinutes + laterReais / (perMinute + PriceTimeParking) : leftReais / perMinute;
  return { kwh: power && (minutes * power) / 60, seconds: minutes * 60 };
}
