import { expect, test } from '@rstest/core';
import { PriceProfilePeriod } from '@shared/contract';
import fc from 'fast-check';
import { describeOverstayPrice, overstayCostStart } from './overstay-price.ts';
import { priceCharge } from './price-charge.ts';
import { usageAt } from './usage.ts';

const priceOf = (fields: object) => PriceProfilePeriod.parse(fields);
const SINCE = '2026-03-01T10:00:00.000Z';
const minutesAfter = (start: number | undefined) =>
  start === undefined ? undefined : (start - Date.parse(SINCE)) / 60_000;
const startOf = (price: object, charge: object = {}) =>
  minutesAfter(
    overstayCostStart({
      startPriceProfilePeriod: priceOf(price),
      suspendedSince: SINCE,
      ...undefinedFields,
      ...charge,
    }),
  );
const undefinedFields = { stopTime: undefined, overstaySeconds: undefined };

test('starts the overstay cost at the end of the grace period, less earlier overstay', () => {
  expect(startOf({ PriceTimeOverstay: 30, OverstayGracePeriod: 10 })).toBe(10);
  expect(startOf({ PriceTimeOverstay: 30, OverstayGracePeriod: 10 }, { overstaySeconds: 240 })).toBe(6);
  expect(startOf({ OverstayPenalty: 5 })).toBe(0);
});

test('starts the overstay cost with the current overstay if an earlier one used up the grace period', () => {
  const price = { PriceTimeOverstay: 30, OverstayGracePeriod: 10 };
  expect(startOf(price, { overstaySeconds: 1_200 })).toBe(0);
});

test.each([
  ['a car that takes energy', { PriceTimeOverstay: 30 }, { suspendedSince: undefined }],
  ['a charge that has ended', { PriceTimeOverstay: 30 }, { stopTime: SINCE }],
  ['free overstay', { PriceKwh: 2, OverstayGracePeriod: 10 }, {}],
  ['a free charge', { PriceTimeOverstay: 30, priceProfilePeriodFreeCharge: true }, {}],
])('has no overstay cost for %s', (_, price, charge) => {
  expect(startOf(price, charge)).toBeUndefined();
});

test('describes the price per minute and the penalty', () => {
  const text = (price: object) => describeOverstayPrice(priceOf(price)).replaceAll('\u00a0', ' ');
  expect(text({ PriceTimeOverstay: 30 })).toBe('R$ 0,50/min');
  expect(text({ OverstayPenalty: 5 })).toBe('multa de R$ 5,00');
  expect(text({ PriceTimeOverstay: 30, OverstayPenalty: 5 })).toBe('R$ 0,50/min e multa de R$ 5,00');
  expect(text({ PriceKwh: 2 })).toBe('');
});

test('agrees with the bill: no overstay until the start, and overstay after it', () => {
  fc.assert(
    fc.property(fc.nat(120), fc.nat(7200), fc.nat(100), (grace, overstaySeconds, reais) => {
      const price = priceOf({ PriceTimeOverstay: 3600, OverstayPenalty: reais, OverstayGracePeriod: grace });
      const charge = { suspendedSince: SINCE, overstaySeconds };
      const start = overstayCostStart({ ...undefinedFields, startPriceProfilePeriod: price, ...charge }) ?? 0;
      const totalAt = (at: number) =>
        priceCharge(price, usageAt({ startTime: Date.parse(SINCE) - 86_400_000, at, energyWh: 0, ...charge }))
          .total;
      expect(start).toBeGreaterThanOrEqual(Date.parse(SINCE));
      // Otherwise the earlier overstay already costs money.
      if (overstaySeconds <= grace * 60) expect(totalAt(start)).toBe(0);
      expect(totalAt(start + 1000)).toBeGreaterThan(totalAt(start));
    }),
  );
});
