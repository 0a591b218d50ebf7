import type { PriceProfilePeriod } from '@shared/contract';
import { priceCharge } from '@shared/tariff';

/** A common charge, to show what a price comes to: about half of a battery. */
export const EXAMPLE_KWH = 20;

/**
 * What the example charge costs and how long it takes at the charger's full power. Without a known power there is no
 * time, and prices by the minute are left out.
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
