/** Requests of drivers to unlock their cable, with simulated charge points over OCPP. */
import { expect, test } from '@rstest/core';
import { HOUR_MS } from '../../platform/time.ts';
import { until } from '../../testing/until.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { setUpCharges } from './charges.testing.ts';
import { setUpNetwork, startAndCharge } from './network.testing.ts';
import { unlockCable } from './unlock-cable.ts';

const network = setUpNetwork();
const { begin, ago, advanceClock } = setUpCharges();

type Driver = Awaited<ReturnType<typeof network.driver>>;

async function unlock(driver: Driver, transactionId: number): Promise<string> {
  const { body } = await driver.call('POST', '/UnlockConnectorRequest', {
    TransactionID: String(transactionId),
  });
  return body.status;
}

/** Stops a charge at the charger, with the cable still plugged in. */
async function finishCharge(unlockReply: 'Unlocked' | 'UnlockFailed' | 'NotSupported' = 'Unlocked') {
  const driver = await network.driver();
  const charger = await network.charger({ behaviour: { unlockReply } });
  const transactionId = await startAndCharge(driver, charger.number);
  charger.connector.stop('Local');
  const canUnlock = async () => (await driver.receipt(transactionId))?.canUnlock;
  await until('offered', canUnlock);
  return { ...charger, driver, transactionId, canUnlock };
}

test.each(['Unlocked', 'UnlockFailed', 'NotSupported'] as const)(
  "returns the charge point's reply: %s",
  async (reply) => {
    const { driver, transactionId } = await finishCharge(reply);
    expect(await unlock(driver, transactionId)).toBe(reply);
  },
);

test('reports that an offline charge point did not reply', async () => {
  const { id, driver, transactionId, chargePoint, canUnlock } = await finishCharge();
  chargePoint.goOffline();
  await until('offline', async () => (await driver.connector(id)).isConnected === false);
  expect(await unlock(driver, transactionId)).toBe('TimedOut');
  expect(await canUnlock()).toBe(false);
});

test('unlocks only for the driver of the finished charge', async () => {
  const { transactionId, driver } = await finishCharge();
  expect(await unlock(await network.driver(), transactionId)).toBe('Rejected');
  expect(await unlock(driver, transactionId + 1000)).toBe('Rejected');
});

test('does not unlock while the charge runs or after the cable was unplugged', async () => {
  const driver = await network.driver();
  const { number, connector, id } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  expect(await unlock(driver, transactionId)).toBe('Rejected');
  connector.stop('Local');
  await until('finishing', async () => (await driver.connector(id)).status === 'Finishing');
  // Charge points send messages about transactions and statuses in two queues.
  await until('stopped', () => driver.receipt(transactionId));
  connector.unplug();
  await until('free', async () => (await driver.connector(id)).status === 'Available');
  // The next driver's cable is plugged in at a connector that then fails.
  connector.plug();
  await until('preparing', async () => (await driver.connector(id)).status === 'Preparing');
  connector.fault('GroundFailure');
  await until('faulted', async () => (await driver.connector(id)).status === 'Faulted');
  expect(await unlock(driver, transactionId)).toBe('Rejected');
  expect((await driver.receipt(transactionId))?.canUnlock).toBe(false);
});

test('keeps the reason of a stop that began during a failed unlock', async () => {
  const charge = await begin(3000);
  await charge.reports('Charging', { timestamp: ago(0) });
  await charge.reports('Finishing', { timestamp: ago(0) });
  advanceClock(HOUR_MS);
  const failAfterCreditIsUsedUp: SendCall = async () => {
    await charge.meters(20_000);
    return { reply: { status: 'UnlockFailed' } };
  };
  const request = { TransactionID: String(charge.transactionId) };
  const response = await unlockCable(charge.context, failAfterCreditIsUsedUp, charge.driver, request);
  expect(response.status).toBe('UnlockFailed');
  await charge.stops(20_000);
  expect((await charge.receipt())?.stopReason).toBe('credit');
});

test('still unlocks when a status from before the charge is repeated during it, as after a timeout', async () => {
  const charge = await begin(3000);
  await charge.reports('Preparing', { timestamp: ago(1000) });
  await charge.reports('Charging', { timestamp: ago(0) });
  await charge.reports('Preparing', { timestamp: ago(1000) });
  await charge.stops(2000);
  await charge.reports('Finishing', { timestamp: ago(0) });
  expect((await charge.receipt())?.canUnlock).toBe(true);
  await charge.reports('Available', { timestamp: ago(0) });
  expect((await charge.receipt())?.canUnlock).toBe(false);
});
