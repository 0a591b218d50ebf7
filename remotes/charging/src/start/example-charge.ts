import type { PriceProfilePeriod } from '@shared/contract';
import { priceCharge } from '@shared/tariff';

/** Energy of a typical charge (about half a battery), to illustrate a price. */
export const EXAMPLE_KWH = 20;

/**
 * Returns the cost and duration of the example charge at the charger's full power. If the power is
 * unknown, the duration is undefined and prices per minute are left out.
 */
export function exampleCharge(price: PriceProfilePeriod, maxKw: number | undefined) {
  const seconds = maxKw && maxKw > 0 ? Math.round((EXAMPLE_KWH / maxKw) * 3600) : undefined;
  const plugged = seconds ?? 0;
  const { total } = priceCharge(price, {
    energyWh: EXAMPLE_KWH * 1000,
    chargingSeconds: plugged,
    pluggedSeconds: plugged,
    parkedSeconds: plugged,
    overstaySeconds: 0,
  });
  return { cents: total, seconds };
}
