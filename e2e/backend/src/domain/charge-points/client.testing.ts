import { expect } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { transactions } from '../../platform/database/schema.ts';
import { until } from '../../testing/until.ts';
import {
  addDriver,
  apiClient,
  expectedReceipt,
  type Network,
  startAndCharge,
} from '../charging/network.testing.ts';

/**
 * Charges at a third-party client as a driver does: starts, stops when `hasEnergy` accepts the
 * shown energy in kWh, and expects the receipt to have the meter's figures.
 * @returns the receipt
 */
export async function chargeThroughClient(
  { backend, ...network }: Network,
  { id, number, hasEnergy }: { id: string; number: string; hasEnergy: (kwh: number) => boolean },
) {
  const driver = apiClient(backend, await addDriver({ backend, ...network }, 10_000));
  const transactionId = await startAndCharge(driver, number);
  await until('charging', async () => (await driver.connector(id)).status === 'Charging');
  await until('energy', async () => {
    const kwh = (await driver.connector(id)).transaction?.meterTotal;
    return typeof kwh === 'number' && hasEnergy(kwh);
  });
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  const row = one(
    await backend.context.db.select().from(transactions).where(eq(transactions.id, transactionId)),
  );
  if (!row.stoppedAt || row.meterStopWh === null) throw new Error('the charge has not ended');
  const metered = {
    idTag: row.idTag,
    meterStart: row.meterStartWh,
    meterStop: row.meterStopWh,
    startedAt: row.startedAt.toISOString(),
    stoppedAt: row.stoppedAt.toISOString(),
  };
  expect(receipt).toMatchObject(expectedReceipt(metered));
  await until('free again', async () => (await driver.connector(id)).status === 'Available');
  return receipt;
}
