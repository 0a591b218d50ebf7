import { expect, test } from '@rstest/core';
import type { PriceProfilePeriod } from '@shared/contract';
import fc from 'fast-check';
import { priceCharge } from './price-charge.ts';
import type { Usage } from './usage.ts';

const noPrices: PriceProfilePeriod = {
  priceProfilePeriodFreeCharge: false,
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
const noUsage: Usage = {
  energyWh: 0,
  chargingSeconds: 0,
  pluggedSeconds: 0,
  overstaySeconds: 0,
};

const bill = (price: Partial<PriceProfilePeriod>, usage: Partial<Usage>) =>
  priceCharge({ ...noPrices, ...price }, { ...noUsage, ...usage });
const cents = (price: Partial<PriceProfilePeriod>, usage: Partial<Usage>) =>
  bill(price, usage).lines.map(({ kind, cents }) => [kind, cents]);

test('prices energy per kWh', () => {
  expect(bill({ PriceKwh: 1.9 }, { energyWh: 12_345 })).toEqual({
    lines: [{ kind: 'energy', unit: 'kWh', quantity: 12.345, unitPrice: 1.9, cents: 2346 }],
    total: 2346,
  });
});

test('rounds exactly half a cent up, and anything less down', () => {
  expect(bill({ PriceKwh: 1.005 }, { energyWh: 1000 }).total).toBe(101);
  expect(bill({ PriceKwh: 0.005 }, { energyWh: 1000 }).total).toBe(1);
  expect(bill({ PriceKwh: 0.005 }, { energyWh: 999 }).total).toBe(0);
  expect(bill({ PriceTimeCharging: 0.01 }, { chargingSeconds: 30 }).total).toBe(1);
  expect(bill({ PriceTimeCharging: 0.01 }, { chargingSeconds: 29 }).total).toBe(0);
});

test('prices times per minute, and parking only beyond its grace period', () => {
  expect(
    cents(
      { PriceTimeCharging: 0.1, PriceTimePlugged: 0.05, PriceTimeParking: 0.2, ParkingGracePeriod: 15 },
      { chargingSeconds: 1800, pluggedSeconds: 3600 },
    ),
  ).toEqual([
    ['charging', 300],
    ['parking', 900],
    ['plugged', 300],
  ]);
});

test('prices overstay per hour beyond its grace period, shown per minute, with one penalty', () => {
  const price = { PriceTimeOverstay: 30, OverstayGracePeriod: 10, OverstayPenalty: 5 };
  expect(bill(price, { overstaySeconds: 600 })).toEqual({ lines: [], total: 0 });
  expect(bill(price, { overstaySeconds: 40 * 60 })).toEqual({
    lines: [
      { kind: 'overstay', unit: 'min', quantity: 30, unitPrice: 0.5, cents: 1500 },
      { kind: 'overstayPenalty', unit: 'once', quantity: 1, unitPrice: 5, cents: 500 },
    ],
    total: 2000,
  });
});

test('applies the start fee and the discount once', () => {
  expect(cents({ TransactionPrice: 2.5, DiscountTotal: 1 }, {})).toEqual([
    ['start', 250],
    ['discount', -100],
  ]);
});

test('a discount never makes the total negative', () => {
  expect(bill({ TransactionPrice: 2.5, DiscountTotal: 10 }, {})).toMatchObject({ total: 0 });
  expect(bill({ DiscountTotal: 10 }, {})).toEqual({ lines: [], total: 0 });
});

test("deducts a coupon's percentage or amount after the discount, as a separate line", () => {
  const price = { TransactionPrice: 10.05, DiscountTotal: 1 };
  const percent = { dcType: 'DiscountCoupon', dcParameter: 10 };
  expect(bill({ ...price, coupon: percent }, {})).toMatchObject({
    lines: [{ kind: 'start' }, { kind: 'discount' }, { kind: 'coupon', unitPrice: 0.91, cents: -91 }],
    total: 814,
  });
  expect(bill({ ...price, coupon: { dcType: 'ValueOfVoucher', dcParameter: 5.5 } }, {}).total).toBe(355);
});

test('a coupon never makes the total negative, and an unknown coupon is ignored', () => {
  const price = { TransactionPrice: 4 };
  for (const coupon of [
    { dcType: 'ValueOfVoucher', dcParameter: 5 },
    { dcType: 'DiscountCoupon', dcParameter: 100 },
    { dcType: 'DiscountCoupon', dcParameter: 250 },
  ])
    expect(bill({ ...price, coupon }, {}).total).toBe(0);
  expect(bill({ ...price, coupon: { dcType: 'Other', dcParameter: 5 } }, {}).total).toBe(400);
  expect(bill({ ...price, coupon: { dcType: 'ValueOfVoucher', dcParameter: -5 } }, {}).total).toBe(400);
});

test('calculates a finite total for any price and reading that a response may have', () => {
  const PriceKwh = Number.MAX_VALUE;
  expect(bill({ PriceKwh }, { energyWh: 1000 }).total).toBeLessThan(Number.MAX_VALUE);
  expect(bill({ PriceKwh }, { energyWh: Number.MAX_VALUE }).total).toBeLessThan(Number.MAX_VALUE);
});

test('charges nothing in a free period, whatever prices it has', () => {
  expect(bill({ priceProfilePeriodFreeCharge: true, PriceKwh: 2 }, { energyWh: 50_000 })).toEqual({
    lines: [],
    total: 0,
  });
});

const fourDecimals = fc.nat(1_000_000).map((value) => value / 10_000);
const anyPrice: fc.Arbitrary<PriceProfilePeriod> = fc.record({
  priceProfilePeriodFreeCharge: fc.constant(false),
  PriceKwh: fourDecimals,
  PriceTimeCharging: fourDecimals,
  TransactionPrice: fourDecimals,
  PriceTimeParking: fourDecimals,
  ParkingGracePeriod: fc.nat(120),
  PriceTimePlugged: fourDecimals,
  PriceTimeOverstay: fourDecimals,
  OverstayGracePeriod: fc.nat(120),
  OverstayPenalty: fourDecimals,
  DiscountTotal: fourDecimals,
  coupon: fc.option(
    fc.record({
      dcType: fc.constantFrom('DiscountCoupon', 'ValueOfVoucher'),
      dcParameter: fc.nat(10_000).map((value) => value / 100),
    }),
  ),
});
const anyUsage: fc.Arbitrary<Usage> = fc.record({
  energyWh: fc.nat(200_000),
  chargingSeconds: fc.nat(200_000),
  pluggedSeconds: fc.nat(200_000),
  overstaySeconds: fc.nat(200_000),
});

test('returns a non-negative total that is the sum of its non-zero lines', () => {
  fc.assert(
    fc.property(anyPrice, anyUsage, (price, usage) => {
      const { lines, total } = priceCharge(price, usage);
      expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(total);
      expect(total).toBeGreaterThanOrEqual(0);
      expect(lines.every((line) => Number.isInteger(line.cents) && line.cents !== 0)).toBe(true);
    }),
  );
});

test('never charges less for more usage', () => {
  fc.assert(
    fc.property(anyPrice, anyUsage, anyUsage, (price, usage, more) => {
      const greater: Usage = {
        energyWh: usage.energyWh + more.energyWh,
        chargingSeconds: usage.chargingSeconds + more.chargingSeconds,
        pluggedSeconds: usage.pluggedSeconds + more.pluggedSeconds,
        overstaySeconds: usage.overstaySeconds + more.overstaySeconds,
      };
      expect(priceCharge(price, greater).total).toBeGreaterThanOrEqual(priceCharge(price, usage).total);
    }),
  );
});

test('calculates energy exactly like integer arithmetic in ten-thousandths of BRL', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(200_000), (tenThousandths, energyWh) => {
      // BRL/10⁴ per kWh × Wh: 10⁵ of these units are one cent.
      const exact = Number((BigInt(tenThousandths) * BigInt(energyWh) + 50_000n) / 100_000n);
      expect(bill({ PriceKwh: tenThousandths / 10_000 }, { energyWh }).total).toBe(exact);
    }),
  );
});
