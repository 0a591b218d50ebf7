/** Price profiles of several kinds. */
import { PriceProfilePeriod } from '@shared/contract';

const price = (given: Partial<PriceProfilePeriod>) => PriceProfilePeriod.parse(given);

interface Period {
  fromMinute?: number;
  toMinute?: number;
  price: PriceProfilePeriod;
}

const HOUR = 60;

export const profiles = {
  energy: { name: 'Por kWh', periods: [{ price: price({ PriceKwh: 1.9 }) }] },
  energyAndStart: {
    name: 'Por kWh, com taxa de início',
    periods: [{ price: price({ PriceKwh: 1.69, TransactionPrice: 2.5 }) }],
  },
  minutes: { name: 'Por minuto', periods: [{ price: price({ PriceTimeCharging: 0.55 }) }] },
  free: { name: 'Grátis', periods: [{ price: price({ priceProfilePeriodFreeCharge: true }) }] },
  fast: {
    name: 'Rápida, com permanência',
    periods: [
      {
        price: price({
          PriceKwh: 2.49,
          PriceTimeOverstay: 60,
          OverstayGracePeriod: 10,
          OverstayPenalty: 15,
        }),
      },
    ],
  },
  parking: {
    name: 'Por kWh, com estacionamento',
    periods: [{ price: price({ PriceKwh: 1.79, PriceTimeParking: 0.2, ParkingGracePeriod: 30 }) }],
  },
  plugged: {
    name: 'Por kWh e tempo conectado, com desconto',
    periods: [{ price: price({ PriceKwh: 1.49, PriceTimePlugged: 0.05, DiscountTotal: 3 }) }],
  },
  byTheClock: {
    name: 'Por horário',
    periods: [
      { toMinute: 17 * HOUR, price: price({ PriceKwh: 1.59 }) },
      { fromMinute: 17 * HOUR, toMinute: 21 * HOUR, price: price({ PriceKwh: 2.29 }) },
      { fromMinute: 21 * HOUR, price: price({ PriceKwh: 1.49 }) },
    ],
  },
} satisfies Record<string, { name: string; periods: Period[] }>;
export type ProfileName = keyof typeof profiles;
