import { formatBRL, formatDuration, formatKwh } from '@shared/brazil';
import { priceCharge } from '@shared/charging';
import type { SiteConnector } from '@shared/contract';
import { strings } from './strings.ts';

/** About half the battery of a small car. */
const EXAMPLE_WH = 20_000;

/**
 * Returns the cost of 20 kWh at a connector's full power, in words, with the time if it affects the
 * price. Undefined if the price is unknown, the charge is free, or time is charged for but the
 * power is unknown.
 */
export function exampleCost({ priceProfilePeriod: price, cmMaxPower }: SiteConnector): string | undefined {
  if (!price) return undefined;
  const seconds = cmMaxPower ? (EXAMPLE_WH / 1000 / cmMaxPower) * 3600 : 0;
  const costIn = (time: number) =>
    priceCharge(price, {
      energyWh: EXAMPLE_WH,
      chargingSeconds: time,
      pluggedSeconds: time,
      overstaySeconds: 0,
    }).total;
  const total = costIn(seconds);
  const hasTimePrice = price.PriceTimeCharging + price.PriceTimePlugged + price.PriceTimeParking > 0;
  if (total === 0 || (hasTimePrice && seconds === 0)) return undefined;
  const time = total === costIn(0) ? undefined : formatDuration(seconds);
  return strings.example(formatKwh(EXAMPLE_WH / 1000), formatBRL(total), time);
}
