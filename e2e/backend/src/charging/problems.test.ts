/** Charges whose charge point has problems, with simulated charge points over OCPP. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@rstest/core';
import { charged, setUpNetwork, startAndCharge, until } from './testing.ts';

const network = setUpNetwork();

test('lists the idle time of an unavailable connector and of an outage on the receipt', async () => {
  const driver = await network.driver();
  const { id, number, connector, chargePoint } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  await charged(driver, id, 0);
  connector.pause('EV');
  const excludedSince = async () => (await driver.connector(id)).transaction.excludedSince;
  const suspendedSince = async () => (await driver.connector(id)).transaction.suspendedSince;
  await until('suspended', suspendedSince);
  connector.operative(false);
  await until('unavailable', excludedSince);
  await wait(1100);
  connector.operative(true);
  await until('suspended again', suspendedSince);
  chargePoint.goOffline();
  await until('offline', excludedSince);
  await wait(1100);
  chargePoint.start();
  await until('online', suspendedSince);
  connector.stop('Local');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt.excludedTimes?.map(({ cause }) => cause)).toEqual(['unavailable', 'offline']);
  for (const { seconds } of receipt.excludedTimes ?? []) expect(seconds).toBeGreaterThanOrEqual(1);
});
