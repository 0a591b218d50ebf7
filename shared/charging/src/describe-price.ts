import { FREE, formatPrice } from '@shared/brazil';
import type { PriceProfilePeriod } from '@shared/contract';
import type { BillLine, LineKind } from './price-charge.ts';
import { strings } from './strings.ts';

interface PriceLine {
  kind: LineKind | 'free';
  /** 'Energia' */
  label: string;
  /** 'R$ 1,90/kWh'; 'R$ 0,50/min após 10 min' */
  text: string;
}

/** Describes a price in lines, without zero prices. A free period has the single line 'Grátis'. */
export function describePrice(price: PriceProfilePeriod): PriceLine[] {
  const free: PriceLine[] = [{ kind: 'free', label: strings.price, text: FREE }];
  if (price.priceProfilePeriodFreeCharge) return free;
  const lines = [
    line('energy', price.PriceKwh, 'kWh'),
    line('charging', price.PriceTimeCharging, 'min'),
    line('start', price.TransactionPrice, 'once'),
    line('parking', price.PriceTimeParking, 'min', price.ParkingGracePeriod),
    line('plugged', price.PriceTimePlugged, 'min'),
    // Priced per hour, but shown per minute.
    line('overstay', price.PriceTimeOverstay / 60, 'min', price.OverstayGracePeriod),
    line('overstayPenalty', price.OverstayPenalty, 'once', price.OverstayGracePeriod),
  ].flat();
  return lines.length > 0 ? [...lines, ...line('discount', price.DiscountTotal, 'once')] : free;
}

/** Returns whether a charge at this price never costs anything. */
export const isFree = (price: PriceProfilePeriod) => describePrice(price)[0]?.kind === 'free';

/** Returns the label of a bill's line for receipts. */
export function lineLabel(kind: LineKind): string {
  return strings.lines[kind];
}

function line(kind: LineKind, price: number, unit: BillLine['unit'], graceMinutes = 0): PriceLine[] {
  if (price <= 0) return [];
  const grace = graceMinutes > 0 ? strings.after(graceMinutes.toLocaleString('pt-BR')) : '';
  return [{ kind, label: strings.lines[kind], text: `${formatPrice(price)}${strings.units[unit]}${grace}` }];
}
