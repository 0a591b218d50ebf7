import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { priceLines, priceSummary } from './price-lines.ts';

const nothing = {
  PriceKwh: 0,
  PriceTimeCharging: 0,
  TransactionPrice: 0,
  PriceTimeParking: 0,
  ParkingGracePeriod: 0,
  PriceTimePlugged: 0,
  PriceTimeOverstay: 0,
  OverstayGracePeriod: 0,
  OverstayPenalty: 0,
  DiscountTotal: 0,
};
/** Lines as one reads them; the no-break space after R$ is a space. */
const read = (prices: Parameters<typeof priceLines>[0]) =>
  priceLines(prices).map(({ label, price, unit }) => `${label}: ${price.replaceAll('\u00a0', ' ')} ${unit}`);

test('a price is told line by line, zeros left out, overstay by the minute', () => {
  expect(
    read({
      ...nothing,
      PriceKwh: 1.9,
      TransactionPrice: 2,
      PriceTimeOverstay: 30,
      OverstayGracePeriod: 10,
      DiscountTotal: 1,
    }),
  ).toEqual([
    'Energia: R$ 1,90 por kWh',
    'Taxa de início: R$ 2,00 por recarga',
    'Permanência após a recarga: R$ 0,50 por minuto, após 10 min',
    'Desconto: -R$ 1,00 por recarga',
  ]);
});

test('free is said once, whether it is flagged or all zeros', () => {
  expect(priceSummary(nothing)).toBe('Grátis');
  expect(priceSummary({ ...nothing, PriceKwh: 2, priceProfilePeriodFreeCharge: true })).toBe('Grátis');
  expect(priceSummary({ ...nothing, DiscountTotal: 5 })).toBe('Grátis');
});

test('the summary is the energy, or else the first price', () => {
  expect(priceSummary({ ...nothing, PriceKwh: 1.9 })).toBe('R$\u00a01,90/kWh');
  expect(priceSummary({ ...nothing, PriceTimeCharging: 0.5 })).toBe('R$\u00a00,50/min');
  expect(priceSummary({ ...nothing, TransactionPrice: 10 })).toBe('R$\u00a010,00 por recarga');
});

test('no price of zero is ever shown', () => {
  const price = fc.constantFrom(0, 0, 0.5, 1.99, 30);
  fc.assert(
    fc.property(
      fc.record({ ...Object.fromEntries(Object.keys(nothing).map((key) => [key, price])) }),
      (prices) => {
        for (const line of priceLines({ ...nothing, ...prices }))
          expect(line.price).not.toMatch(/R\$\s0,00$/);
      },
    ),
  );
});
