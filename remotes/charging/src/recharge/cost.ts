import { centsFromReais } from '@shared/brazil';
import type { PriceProfilePeriod, Transaction } from '@shared/contract';
import { priceCharge, usageAt } from '@shared/tariff';

export interface CostSoFar {
  cents: number;
  /** The charge point tells no meter values, so that the energy isn't in it yet. */
  withoutEnergy: boolean;
}

/**
 * What a charge has cost so far, by the function that makes the bill: its price, the meter, and the time until `now`
 * (or until it stopped). Undefined where the transaction's price isn't known.
 * @param kwh delivered so far, if the charge point tells it
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
  });
  const priced = !price.priceProfilePeriodFreeCharge && price.PriceKwh > 0;
  return { cents: priceCharge(price, usage).total, withoutEnergy: priced && kwh === undefined };
}

/** What credit still buys; a part that can't be told is absent. */
export interface Purchase {
  kwh?: number | undefined;
  seconds?: number | undefined;
}

/**
 * What is left of the credit in energy and time, at the present power. Undefined where nothing is charged for, or where
 * it can't be told.
 * @param kw the power now, if it is known
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
