/** Price profiles of several kinds. A price that isn't named is 0. */
import type { PriceProfilePeriod } from '@shared/contract';

interface Profile {
  name: string;
  periods: {
    /** Minutes since midnight; the start and the end of the day if absent. */
    fromMinute?: number;
    toMinute?: number;
    price: Partial<PriceProfilePeriod>;
  }[];
}

const HOUR = 60;

export const profiles = {
  energy: { name: 'Por kWh', periods: [{ price: { PriceKwh: 1.9 } }] },
  energyAndStart: {
    name: 'Por kWh, com taxa de início',
    periods: [{ price: { PriceKwh: 1.69, TransactionPrice: 2.5 } }],
  },
  minutes: { name: 'Por minuto', periods: [{ price: { PriceTimeCharging: 0.55 } }] },
  free: { name: 'Grátis', periods: [{ price: { priceProfilePeriodFreeCharge: true } }] },
  fast: {
    name: 'Rápida, com permanência',
    periods: [
      { price: { PriceKwh: 2.49, PriceTimeOverstay: 60, OverstayGracePeriod: 10, OverstayPenalty: 15 } },
    ],
  },
  parking: {
    name: 'Por kWh, com estacionamento',
    periods: [{ price: { PriceKwh: 1.79, PriceTimeParking: 0.2, ParkingGracePeriod: 30 } }],
  },
  plugged: {
    name: 'Por kWh e tempo conectado, com desconto',
    periods: [{ price: { PriceKwh: 1.49, PriceTimePlugged: 0.05, DiscountTotal: 3 } }],
  },
  byTheClock: {
    name: 'Por horário',
    periods: [
      { toMinute: 17 * HOUR, price: { PriceKwh: 1.59 } },
      { fromMinute: 17 * HOUR, toMinute: 21 * HOUR, price: { PriceKwh: 2.29 } },
      { fromMinute: 21 * HOUR, price: { PriceKwh: 1.49 } },
    ],
  },
} satisfies Record<string, Profile>;
export type ProfileName = keyof typeof profiles;
