/** Charges at simulated charge points with OCPP 2.0.1, from the start to the receipt. */
import { expect, test } from '@rstest/core';
import { eq } from '../../../platform/database/orm.ts';
import { transactions } from '../../../platform/database/schema.ts';
import { until } from '../../../testing/until.ts';
import {
  expectedReceipt,
  type SimulatorOptions,
  setUpNetwork,
  startAndCharge,
  unplug,
  waitForEnergy,
} from '../../charging/network.testing.ts';

const network = setUpNetwork();
const charger = (options: SimulatorOptions = {}) => network.charger({ ocppVersion: '2.0.1', ...options });

test.each<[string, SimulatorOptions['behaviour']]>([
  ['a charge', {}],
  ['a charge whose events arrive twice', { duplicates: true }],
  ['a charge that begins before the reply to its start', { startBeforeReply: true }],
  ['a charge without meter values', { noMeterValues: true }],
  ['a charge with registers in kWh', { energyUnit: 'kWh' }],
])('bills %s', async (_, behaviour) => {
  const driver = await network.driver();
  const station = await charger({ behaviour: { ...behaviour, plugAfter: 1 } });
  const { id, number, connector } = station;
  const transactionId = await startAndCharge(driver, number);
  await until('charging', async () => (await driver.connector(id)).status === 'Charging');
  if (behaviour?.noMeterValues) await until('energy', () => connector.meter.wh > 1_000_200);
  else await waitForEnergy(driver, id, 0.2);
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject({ ...expectedReceipt(connector.charges[0]), stopReason: 'driver' });
  await until('the cable', async () => (await driver.connector(id)).status === 'Finishing');
  await unplug(station);
  await until('free', async () => (await driver.connector(id)).status === 'Available');
});

test('bills a charge that began and ended offline, and stops one that no credit covers', async () => {
  const driver = await network.driver();
  const station = await charger({ behaviour: { plugAfter: null } });
  const { id, number, chargePoint, connector } = station;
  expect((await driver.start(number)).status).toBe('Accepted');
  await until('waiting', () => connector.status === 'Preparing');
  await chargePoint.goOffline();
  connector.plug();
  await until('energy', () => connector.meter.wh > 1_000_100);
  connector.stop('Local');
  chargePoint.start();
  const transactionId = await until('a charge', async () => {
    const { db } = network.backend.context;
    const rows = await db.select().from(transactions).where(eq(transactions.chargePointId, id));
    return rows[0]?.stoppedAt ? rows[0].id : undefined;
  });
  const receipt = await driver.receipt(transactionId);
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
  await unplug(station);
  const poor = await network.driver(500);
  await until('free', async () => (await poor.connector(id)).status === 'Available');
  chargePoint.behaviour = { ...chargePoint.behaviour, plugAfter: 1 };
  const next = await startAndCharge(poor, number);
  const stopped = await until('receipt', () => poor.receipt(next));
  expect(stopped).toMatchObject({ stopReason: 'credit' });
});
