import { expect, test } from '@rstest/core';
import { lineLabel, priceCharge } from '@shared/charging';
import { Order, PriceProfilePeriod } from '@shared/contract';
import fc from 'fast-check';
import { billLines, totalOf } from './bill.ts';

const order = (orderItems: unknown[]) => Order.parse({ orderId: 1, orderItems });

test("shows the factors of a line's amount", () => {
  const [energy, start] = billLines(
    order([
      { orderItemDesc: 'Energia', orderItemCount: 23.456, orderItemPrice: 1.9, orderItemAmount: 44.57 },
      { orderItemDesc: 'Taxa de início', orderItemCount: 1, orderItemPrice: 2, orderItemAmount: 2 },
    ]),
  );
  expect(energy).toEqual({
    description: 'Energia',
    detail: '23,456 × R$\u00a01,90',
    cents: 4457,
    refunded: false,
  });
  expect(start?.detail).toBeUndefined();
});

test('reads the total from the charge or from its order in either spelling', () => {
  expect(totalOf(46.56, undefined)).toBe(4656);
  expect(totalOf(0, undefined)).toBe(0);
  expect(totalOf(undefined, Order.parse({ orderId: 1, orderAmmount: 1.005 }))).toBe(101);
  expect(totalOf(undefined, undefined)).toBeUndefined();
});

test('hides the factors when their rounded product is not the amount', () => {
  // R$ 50,00 an hour: 240 × R$ 0,8333 would be R$ 199,99.
  const item = { orderItemDesc: 'Permanência', orderItemCount: 240, orderItemPrice: 50 / 60 };
  expect(billLines(order([{ ...item, orderItemAmount: 200 }]))[0]?.detail).toBeUndefined();
});

/** Computes a shown product, such as `23,456 × R$ 1,90`, in integer cents, rounding half up. */
function centsOfProduct(detail: string): number {
  const digits = (text = '', decimals: number) => {
    const [whole = '', part = ''] = text.replace(/[^\d,]/g, '').split(',');
    return BigInt(whole + part.padEnd(decimals, '0'));
  };
  const [count, price] = detail.split('×');
  return Number((digits(count, 3) * digits(price, 4) + 50_000n) / 100_000n);
}

test('shows lines that add up to the shown total, and only products that equal their amount', () => {
  const price = fc.constantFrom(0, 0.015, 0.5, 1.9, 2.495, 30, 50);
  const grace = fc.integer({ min: 0, max: 60 });
  const priceNames = [
    'PriceKwh',
    'PriceTimeCharging',
    'TransactionPrice',
    'PriceTimeParking',
    'PriceTimePlugged',
    'PriceTimeOverstay',
    'OverstayPenalty',
    'DiscountTotal',
  ];
  const prices = fc.record({
    ...Object.fromEntries(priceNames.map((name) => [name, price])),
    ParkingGracePeriod: grace,
    OverstayGracePeriod: grace,
    coupon: fc.option(
      fc.record({
        dcType: fc.constantFrom('DiscountCoupon', 'ValueOfVoucher'),
        dcParameter: fc.constantFrom(0, 0.5, 7.25, 10, 100, 250),
      }),
    ),
  });
  const seconds = fc.integer({ min: 0, max: 90_000 });
  const usage = fc.record({
    energyWh: fc.integer({ min: 0, max: 120_000 }),
    chargingSeconds: seconds,
    pluggedSeconds: seconds,
    overstaySeconds: seconds,
  });
  fc.assert(
    fc.property(prices, usage, (given, used) => {
      const bill = priceCharge(PriceProfilePeriod.parse(given), used);
      const items = bill.lines.map(({ kind, quantity, unitPrice, cents }) => ({
        orderItemDesc: lineLabel(kind),
        orderItemCount: quantity,
        orderItemPrice: unitPrice,
        orderItemAmount: cents / 100,
      }));
      const lines = billLines(order(items));
      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(bill.total);
      expect(totalOf(bill.total / 100, undefined)).toBe(bill.total);
      for (const { detail, cents } of lines) if (detail) expect(centsOfProduct(detail)).toBe(cents);
      const isInCents = (reais: number) => Number.isInteger(Number(`${reais}e2`));
      const energy = bill.lines.findIndex(
        ({ kind, quantity, unitPrice }) => kind === 'energy' && quantity !== 1 && isInCents(unitPrice),
      );
      if (energy >= 0) expect(lines[energy]?.detail).toBeDefined();
    }),
  );
});
