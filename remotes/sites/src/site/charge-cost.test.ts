import { expect, test } from '@rstest/core';
import { SiteConnector } from '@shared/contract';
import { exampleCost } from './charge-cost.ts';

const cost = (price: object | undefined, cmMaxPower?: number) =>
  exampleCost(
    SiteConnector.parse({ chargePointId: 'CP1', connectorId: 1, cmMaxPower, priceProfilePeriod: price }),
  )?.replaceAll('\u00a0', ' ');

test('energy and start make the cost of 20 kWh', () => {
  expect(cost({ PriceKwh: 1.9, TransactionPrice: 2 }, 22)).toBe('20,0 kWh: cerca de R$ 40,00');
});

test('time that is paid for is told', () => {
  expect(cost({ PriceKwh: 1, PriceTimeCharging: 0.1 }, 40)).toBe('20,0 kWh em 30 min: cerca de R$ 23,00');
});

test('overstay is no part of it', () => {
  expect(cost({ PriceKwh: 1, PriceTimeOverstay: 60 }, 40)).toBe('20,0 kWh: cerca de R$ 20,00');
});

test.each([
  ['no price', undefined, 22],
  ['a free period', { PriceKwh: 1.9, priceProfilePeriodFreeCharge: true }, 22],
  ['nothing to pay', {}, 22],
  ['paid time at a power that is not known', { PriceKwh: 1, PriceTimePlugged: 0.1 }, undefined],
])('%s has no example', (_, price, power) => {
  expect(cost(price, power)).toBeUndefined();
});
