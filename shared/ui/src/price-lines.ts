import { formatPrice } from '@shared/brazil';

/** The prices of one period, as the API gives them; see the contract's `PriceProfilePeriod` for the units. */
interface Prices {
  priceProfilePeriodFreeCharge?: boolean | undefined;
  PriceKwh: number;
  PriceTimeCharging: number;
  TransactionPrice: number;
  PriceTimeParking: number;
  ParkingGracePeriod: number;
  PriceTimePlugged: number;
  PriceTimeOverstay: number;
  OverstayGracePeriod: number;
  OverstayPenalty: number;
  DiscountTotal: number;
}

export interface PriceLine {
  label: string;
  price: string;
  /** What the price is for: `por kWh`, `por minuto, após 10 min`. */
  unit: string;
}

const FREE = 'Grátis';
const perMinute = 'por minuto';
const after = (minutes: number) => (minutes > 0 ? `, após ${minutes} min` : '');

/** Every line a price can have, in the order of a bill (specification, section 3). Money in BRL, not in cents. */
const LINES: ((prices: Prices) => { label: string; reais: number; unit: string })[] = [
  (of) => ({ label: 'Energia', reais: of.PriceKwh, unit: 'por kWh' }),
  (of) => ({ label: 'Tempo de recarga', reais: of.PriceTimeCharging, unit: perMinute }),
  (of) => ({ label: 'Taxa de início', reais: of.TransactionPrice, unit: 'por recarga' }),
  (of) => ({
    label: 'Estacionamento',
    reais: of.PriceTimeParking,
    unit: `${perMinute}${after(of.ParkingGracePeriod)}`,
  }),
  (of) => ({ label: 'Tempo conectado', reais: of.PriceTimePlugged, unit: perMinute }),
  (of) => ({
    label: 'Permanência após a recarga',
    // The API's price is per hour; people are told it per minute (specification, section 9).
    reais: of.PriceTimeOverstay / 60,
    unit: `${perMinute}${after(of.OverstayGracePeriod)}`,
  }),
  (of) => ({
    label: 'Multa por permanência',
    reais: of.OverstayPenalty,
    unit: `uma vez${after(of.OverstayGracePeriod)}`,
  }),
  (of) => ({ label: 'Desconto', reais: -of.DiscountTotal, unit: 'por recarga' }),
];

/** What a charge costs, in words and in the order of a bill. Prices of zero are left out; empty means free. */
export function priceLines(prices: Prices): PriceLine[] {
  if (prices.priceProfilePeriodFreeCharge) return [];
  const lines = LINES.map((line) => line(prices)).filter(({ reais }) => reais !== 0);
  // A discount on nothing is nothing.
  if (!lines.some(({ reais }) => reais > 0)) return [];
  return lines.map(({ label, reais, unit }) => ({ label, price: formatPrice(reais), unit }));
}

/** The first and heaviest price, such as `R$ 1,90/kWh`; `Grátis` where nothing is charged. */
export function priceSummary(prices: Prices): string {
  const [first] = priceLines(prices);
  if (!first) return FREE;
  if (prices.PriceKwh > 0) return `${first.price}/kWh`;
  return first.unit.startsWith(perMinute) ? `${first.price}/min` : `${first.price} ${first.unit}`;
}
