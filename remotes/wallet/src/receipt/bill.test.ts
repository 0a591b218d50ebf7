import { expect, test } from '@rstest/core';
import { Order, PriceProfilePeriod } from '@shared/contract';
import { lineLabel, priceCharge } from '@shared/tariff';
import fc from 'fast-check';
import { billLines, totalOf } from './bill.ts';

const order = (orderItems: unknown[]) => Order.parse({ orderId: 1, orderItems });

test('a line shows how its amount came about', () => {
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

test('the total is told by the charge, or by its order in either spelling; nothing is no total', () => {
  expect(totalOf(46.56, undefined)).toBe(4656);
  expect(totalOf(0, undefined)).toBe(0);
  expect(totalOf(undefined, Order.parse({ orderId: 1, orderAmmount: 1.005 }))).toBe(101);
  expect(totalOf(undefined, undefined)).toBeUndefined();
});

test('whatever a charge cost, the shown lines add up to the shown total', () => {
  const price = fc.constantFrom(0, 0.015, 0.5, 1.9, 2.495, 30);
  const names = [
    'PriceKwh',
    'PriceTimeCharging',
    'TransactionPrice',
    'PriceTimeParking',
    'PriceTimePlugged',
    'PriceTimeOverstay',
    'OverstayPenalty',
    'DiscountTotal',
  ];
  const prices = fc.record(Object.fromEntries(names.map((name) => [name, price])));
  const seconds = fc.integer({ min: 0, max: 90_000 });
  const usage = fc.record({
    energyWh: fc.integer({ min: 0, max: 120_000 }),
    chargingSeconds: seconds,
    pluggedSeconds: seconds,
    parkedSeconds: seconds,
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
    }),
  );
});
