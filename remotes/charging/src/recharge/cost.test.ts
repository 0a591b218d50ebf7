import { expect, test } from '@rstest/core';
import { PriceProfilePeriod, Transaction } from '@shared/contract';
import { costSoFar, creditBuys, creditEndsSoon } from './cost.ts';

const startTime = '2026-01-01T10:00:00Z';
const halfPast = Date.parse('2026-01-01T10:30:00Z');
const price = (fields: object) => PriceProfilePeriod.parse(fields);
const charge = (priceFields: object, more: object = {}) =>
  Transaction.parse({
    transactionId: '1',
    chargePointId: 'cp',
    connectorId: '1',
    startTime,
    startPriceProfilePeriod: priceFields,
    ...more,
  });

test('calculates the cost so far like a bill for the usage until now', () => {
  const transaction = charge({ PriceKwh: 1.9, PriceTimePlugged: 0.1, TransactionPrice: 2 });
  expect(costSoFar(transaction, 5, halfPast)).toEqual({ cents: 950 + 300 + 200, withoutEnergy: false });
});

test('stops counting time once the charge has stopped', () => {
  const transaction = charge({ PriceTimePlugged: 0.1 }, { stopTime: '2026-01-01T10:10:00Z' });
  expect(costSoFar(transaction, 5, halfPast)?.cents).toBe(100);
});

test('excludes time that is not billed', () => {
  const price = { PriceTimePlugged: 0.1, PriceTimeOverstay: 60 };
  const idle = { overstaySeconds: 600, excludedSeconds: 300, excludedSince: '2026-01-01T10:20:00Z' };
  // 10 min of overstay and 5 min of charging are billed; 5 min and the last 10 min are not.
  expect(costSoFar(charge(price, idle), 5, halfPast)?.cents).toBe(1000 + 150);
});

test('does not count pauses by the charger as charging time', () => {
  const price = { PriceTimeCharging: 0.5, PriceTimePlugged: 0.1 };
  const paused = { pausedSeconds: 300, pausedSince: '2026-01-01T10:20:00Z' };
  expect(costSoFar(charge(price, paused), 5, halfPast)?.cents).toBe(15 * 50 + 30 * 10);
});

test('leaves the energy out and flags it when there are no meter values', () => {
  expect(costSoFar(charge({ PriceKwh: 2, TransactionPrice: 3 }), undefined, halfPast)).toEqual({
    cents: 300,
    withoutEnergy: true,
  });
  expect(costSoFar(charge({ TransactionPrice: 3 }), undefined, halfPast)?.withoutEnergy).toBe(false);
});

test('returns undefined without a price', () => {
  expect(costSoFar(charge({}, { startPriceProfilePeriod: null }), 5, halfPast)).toBeUndefined();
});

test('converts credit to energy, and to time at the current power', () => {
  expect(creditBuys(price({ PriceKwh: 2 }), 50, 1000, 10)).toEqual({ kwh: 20, seconds: 7200 });
  expect(creditBuys(price({ PriceKwh: 2 }), 50, 1000, undefined)).toEqual({ kwh: 20 });
  expect(creditBuys(price({ PriceTimeCharging: 0.5 }), 50, 1000, undefined)).toEqual({ seconds: 4800 });
  expect(creditBuys(price({ PriceKwh: 1, PriceTimeCharging: 0.5 }), 50, 1000, 10)).toEqual({
    kwh: 10,
    seconds: 3600,
  });
});

test('counts a coupon and a discount in what the credit buys', () => {
  const buys = (fields: object, costCents: number) =>
    creditBuys(price({ PriceKwh: 2, ...fields }), 50, costCents, undefined);
  const coupon = (dcType: string, dcParameter: number) => ({ coupon: { dcType, dcParameter } });
  expect(buys(coupon('DiscountCoupon', 20), 1000)).toEqual({ kwh: 25 });
  // The first cent of cost means that the whole amount is used up.
  expect(buys({ ...coupon('ValueOfVoucher', 5), DiscountTotal: 5 }, 1000)).toEqual({ kwh: 20 });
  expect(buys(coupon('ValueOfVoucher', 5), 0)).toBeUndefined();
  expect(buys({ DiscountTotal: 5 }, 0)).toBeUndefined();
  expect(buys(coupon('DiscountCoupon', 100), 0)).toBeUndefined();
});

test.each([
  ['a free charge', { priceProfilePeriodFreeCharge: true, PriceKwh: 2 }, 50, 10],
  ['an empty price', {}, 50, 10],
  ['credit that is used up', { PriceKwh: 2 }, 10, 10],
  ['two prices and no power', { PriceKwh: 2, PriceTimeCharging: 1 }, 50, undefined],
])('returns undefined for %s', (_, fields, balance, kw) => {
  expect(creditBuys(price(fields), balance, 1000, kw)).toBeUndefined();
});

test('warns when the credit does not cover the next 15 minutes at the current power', () => {
  // R$ 10,00 so far, and R$ 5,00 in 15 minutes at 10 kW.
  const endsSoon = (balance: number, priceFields: object = { PriceKwh: 2 }, kwh: number | undefined = 5) =>
    creditEndsSoon(charge(priceFields), { kwh, kw: 10 }, halfPast, balance);
  expect([endsSoon(15), endsSoon(14.99), endsSoon(9)]).toEqual([false, true, true]);
  // Time prices count as well.
  expect(endsSoon(15, { PriceKwh: 2, PriceTimePlugged: 0.01 })).toBe(true);
});

test('does not warn about a free charge, an unknown price or a debt that the charge does not increase', () => {
  const endsSoon = (priceFields: object | null) =>
    creditEndsSoon(charge({}, { startPriceProfilePeriod: priceFields }), { kwh: 5, kw: 10 }, halfPast, -5);
  expect([
    endsSoon({ priceProfilePeriodFreeCharge: true, PriceKwh: 2 }),
    endsSoon(null),
    endsSoon({}),
  ]).toEqual([false, false, false]);
});

test('warns by time alone when the charger reports neither energy nor power', () => {
  const endsSoon = (balance: number) =>
    creditEndsSoon(charge({ PriceKwh: 2, PriceTimePlugged: 0.1 }), {}, halfPast, balance);
  expect([endsSoon(4.5), endsSoon(4.4)]).toEqual([false, true]);
});

test('counts parking in what the credit buys only after its grace period', () => {
  const parking = { PriceTimeParking: 0.5, ParkingGracePeriod: 30 };
  const buys = (fields: object, balance: number, kw: number | undefined, seconds = 600) =>
    creditBuys(price({ ...parking, ...fields }), balance, 0, kw, seconds);
  // R$ 20,00/h at 10 kW: 20 min of grace for R$ 6,67 and 20 min more for R$ 16,67.
  expect(buys({ PriceKwh: 2 }, 20 / 3 + 50 / 3, 10)?.seconds).toBeCloseTo(2400, 0);
  expect(buys({ PriceKwh: 2 }, 5, 10)).toEqual({ kwh: 2.5, seconds: 900 });
  expect(buys({}, 5, undefined)).toEqual({ seconds: 1200 + 600 });
  expect(buys({}, 5, undefined, 3600)).toEqual({ seconds: 600 });
});
