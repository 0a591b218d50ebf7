/** Charges that cost nothing need no credit. */
import { expect, test } from '@rstest/core';
import { pricePeriods } from '../../platform/database/schema.ts';
import { until } from '../../testing/until.ts';
import { PRICE, setUpNetwork, startAndCharge, waitForEnergy } from './network.testing.ts';

const network = setUpNetwork();
const setPrice = (price: Partial<typeof PRICE>) =>
  network.backend.context.db.update(pricePeriods).set({ price: { ...PRICE, ...price } });

const allZero = {
  PriceKwh: 0,
  PriceTimeCharging: 0,
  TransactionPrice: 0,
  PriceTimePlugged: 0,
  PriceTimeOverstay: 0,
};

test.each([
  ['in a free period', { priceProfilePeriodFreeCharge: true }],
  ['at prices of zero', allZero],
])('starts, runs and ends a charge without credit %s', async (_, price) => {
  await setPrice(price);
  const driver = await network.driver(0);
  const { id, number } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  await waitForEnergy(driver, id, 0.3);
  await driver.stop(id, transactionId);
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt.amount).toBe(0);
  expect(receipt.meterStop).toBeGreaterThan(300);
  expect(await driver.balance()).toBe(0);
});

test('reserves no credit for a free charge', async () => {
  await setPrice({ priceProfilePeriodFreeCharge: true });
  const driver = await network.driver(500);
  const chargers = [await network.charger(), await network.charger()];
  for (const { number } of chargers) expect((await driver.start(number)).status).toBe('Accepted');
});

test('requires credit if any price is above zero', async () => {
  await setPrice({ ...allZero, PriceTimeOverstay: 30 });
  const driver = await network.driver(0);
  const { number } = await network.charger();
  expect((await driver.start(number)).info).toBe('ERR_WALLET_LOW_BALANCE');
});

test('refuses to delete an account while its free charge waits or runs', async () => {
  await setPrice({ priceProfilePeriodFreeCharge: true });
  const driver = await network.driver(0);
  const { number, connector } = await network.charger({ behaviour: { plugAfter: null } });
  const { id } = (await driver.call('GET', '/userprofile')).body;
  const deletion = async () => (await driver.call('DELETE', `/UserDelete/${id}`)).status;
  expect((await driver.start(number)).status).toBe('Accepted');
  expect(await deletion()).toBe(409);
  connector.plug();
  await until('charging', async () => (await driver.active()).at(-1)?.transactionId);
  expect(await deletion()).toBe(409);
});
