import { expect, test } from '@rstest/core';
import type { PriceProfilePeriod } from '@shared/contract';
import { describePrice, isFree, lineLabel } from './describe-price.ts';

const price: PriceProfilePeriod = {
  priceProfilePeriodFreeCharge: false,
  PriceKwh: 1.9,
  PriceTimeCharging: 0,
  TransactionPrice: 2,
  PriceTimeParking: 0.25,
  ParkingGracePeriod: 15,
  PriceTimePlugged: 0,
  PriceTimeOverstay: 30,
  OverstayGracePeriod: 10,
  OverstayPenalty: 0,
  DiscountTotal: 0,
};

const words = (of: PriceProfilePeriod) =>
  describePrice(of).map(({ label, text }) => `${label}: ${text.replaceAll('\u00a0', ' ')}`);

test('describes a price line by line without zero prices, with overstay per minute', () => {
  expect(words(price)).toEqual([
    'Energia: R$ 1,90/kWh',
    'Taxa de início: R$ 2,00',
    'Estacionamento: R$ 0,25/min após 15 min',
    'Permanência após a recarga: R$ 0,50/min após 10 min',
  ]);
});

test('describes a free period with one line', () => {
  expect(words({ ...price, priceProfilePeriodFreeCharge: true })).toEqual(['Preço: Grátis']);
});

test("returns the label of a bill's line", () => {
  expect(lineLabel('discount')).toBe('Desconto');
});

test('a price is free only if no part of a charge can cost anything', () => {
  const zero = { ...price, PriceKwh: 0, TransactionPrice: 0, PriceTimeParking: 0, PriceTimeOverstay: 0 };
  expect(isFree(price)).toBe(false);
  expect(isFree({ ...price, priceProfilePeriodFreeCharge: true })).toBe(true);
  expect(isFree({ ...zero, DiscountTotal: 5 })).toBe(true);
  for (const field of ['PriceKwh', 'PriceTimeOverstay', 'OverstayPenalty', 'PriceTimePlugged'])
    expect(isFree({ ...zero, [field]: 0.01 })).toBe(false);
});
