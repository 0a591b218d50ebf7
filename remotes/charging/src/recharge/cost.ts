import { centsFromReais } from '@shared/brazil';
import type { PriceProfilePeriod, Transaction } from '@shared/contract';
import { priceCharge, usageAt } from '@shared/tariff';

export interface CostSoFar {
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
  const usage = usageAt({
    startTime,
    at: stopTime ?? now,
    energyWh: Math.round((kwh ?? 0) * 1000),
    suspendedSince: transaction.suspendedSince,
    overstaySeconds: transaction.overstaySeconds,
    excludedSince: transaction.excludedSince,
    excludedSeconds: transaction.excludedSeconds,
  });
  const priced = !price.priceProfilePeriodFreeCharge && price.PriceKwh > 0;
  return { cents: priceCharge(price, usage).total, withoutEnergy: priced && kwh === undefined };
}

/** What the remaining credit buys; a quantity that can't be calculated is absent. */
export interface Purchase {
  kwh?: number | undefined;
  seconds?: number | undefined;
}

/**
 * Converts the remaining credit to energy and time at the current power. Returns undefined if the
 * charge is free, the credit is used up or the result can't be calculated.
 * @param kw current power, if known
 */
export function creditBuys(
  price: PriceProfilePeriod,
  balanceReais: number,
  costCents: number,
  kw: number | undefined,
): Purchase | undefined {
  if (price.priceProfilePeriodFreeCharge) return undefined;
  const left = (centsFromReais(balanceReais) - costCents) / 100;
  const perMinute = price.PriceTimeCharging + price.PriceTimePlugged + price.PriceTimeParking;
  const power = kw !== undefined && kw > 0 ? kw : undefined;
  if (left <= 0 || (perMinute === 0 && price.PriceKwh === 0)) return undefined;
  if (power === undefined) {
    if (perMinute > 0 && price.PriceKwh > 0) return undefined;
    return perMinute > 0 ? { seconds: (left / perMinute) * 60 } : { kwh: left / price.PriceKwh };
  }
  const hours = left / (price.PriceKwh * power + perMinute * 60);
  return { kwh: hours * power, seconds: hours * 3600 };
}
