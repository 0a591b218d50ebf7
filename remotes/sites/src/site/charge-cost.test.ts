import { expect, test } from '@rstest/core';
import { SiteConnector } from '@shared/contract';
import { exampleCost } from './charge-cost.ts';

const cost = (price: object | undefined, cmMaxPower?: number) =>
  exampleCost(
    SiteConnector.parse({ chargePointId: 'CP1', connectorId: 1, cmMaxPower, priceProfilePeriod: price }),
  )?.replaceAll('\u00a0', ' ');

test('adds energy and start fee for 20 kWh', () => {
  expect(cost({ PriceKwh: 1.9, TransactionPrice: 2 }, 22)).toBe('20,0 kWh: cerca de R$ 40,00');
});

test('names the charging time if time is charged for', () => {
  expect(cost({ PriceKwh: 1, PriceTimeCharging: 0.1 }, 40)).toBe('20,0 kWh em 30 min: cerca de R$ 23,00');
});

test('excludes overstay', () => {
  expect(cost({ PriceKwh: 1, PriceTimeOverstay: 60 }, 40)).toBe('20,0 kWh: cerca de R$ 20,00');
});

test.each([
  ['no price', undefined, 22],
  ['a free period', { PriceKwh: 1.9, priceProfilePeriodFreeCharge: true }, 22],
  ['nothing to pay', {}, 22],
  ['paid time at an unknown power', { PriceKwh: 1, PriceTimePlugged: 0.1 }, undefined],
])('returns no example for %s', (_, price, power) => {
  expect(cost(price, power)).toBeUndefined();
});
