/** Price of overstay: a car that stays plugged in without taking energy. */
import { centsFromReais, formatBRL, formatPrice } from '@shared/brazil';
import type { PriceProfilePeriod, Transaction } from '@shared/contract';
import { strings } from './strings.ts';

type RunningOverstay = Pick<
  Transaction,
  'startPriceProfilePeriod' | 'stopTime' | 'suspendedSince' | 'overstaySeconds'
>;

/**
 * Returns when overstay begins to cost money in a running charge, in ms since 1970; may be in the
 * past. Returns undefined while the car takes energy, after the charge, without a price, or if
 * overstay is free.
 */
export function overstayCostStart({
  startPriceProfilePeriod: price,
  stopTime,
  suspendedSince,
  overstaySeconds = 0,
}: RunningOverstay): number | undefined {
  if (!price || suspendedSince === undefined || stopTime !== undefined || isFree(price)) return undefined;
  // Earlier overstay may have used up the grace period.
  const graceSeconds = Math.max(0, price.OverstayGracePeriod * 60 - overstaySeconds);
  return Date.parse(suspendedSince) + graceSeconds * 1000;
}

/** Returns what a bill charges for overstay; the penalty is in BRL, and 0 within the grace period. */
export function billedOverstay(price: PriceProfilePeriod, overstaySeconds: number) {
  const seconds = secondsBeyond(overstaySeconds, price.OverstayGracePeriod);
  return { seconds, pricePerHour: price.PriceTimeOverstay, penalty: seconds > 0 ? price.OverstayPenalty : 0 };
}

/** Returns the seconds that exceed a grace period. */
export const secondsBeyond = (seconds: number, graceMinutes: number) =>
  Math.max(0, seconds - graceMinutes * 60);

/** Returns what overstay costs, such as 'R$ 0,50/min e multa de R$ 5,00'; empty if it is free. */
export function describeOverstayPrice(price: PriceProfilePeriod): string {
  if (isFree(price)) return '';
  const { PriceTimeOverstay: perHour, OverstayPenalty: penalty } = price;
  const parts = [
    perHour > 0 && `${formatPrice(perHour / 60)}${strings.units.min}`,
    penalty > 0 && strings.penalty(formatBRL(centsFromReais(penalty))),
  ];
  return parts.filter(Boolean).join(strings.and);
}

const isFree = ({ priceProfilePeriodFreeCharge, PriceTimeOverstay, OverstayPenalty }: PriceProfilePeriod) =>
  Boolean(priceProfilePeriodFreeCharge) || (PriceTimeOverstay <= 0 && OverstayPenalty <= 0);
