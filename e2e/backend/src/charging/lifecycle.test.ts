import type { ChargePoint } from '@e2e/chargers';
import { afterAll, afterEach, beforeAll, expect, test } from '@rstest/core';
import { priceCharge, usageAt } from '@shared/tariff';
import {
  addChargePoint,
  addDriver,
  type Network,
  openNetwork,
  PRICE,
  phone,
  type SimulatorOptions,
  simulate,
  until,
} from './test-network.ts';

let network: Network;
const running: ChargePoint[] = [];
let code = 10_000;

beforeAll(async () => {
  network = await openNetwork();
}, 30_000);
afterEach(async () => {
  await Promise.all(running.splice(0).map((chargePoint) => chargePoint.stop()));
});
afterAll(() => network.backend.close());

/** A charge point of the test's own, connected and free. */
async function newCharger(options?: SimulatorOptions) {
  code += 1;
  const id = `CP-${code}`;
  await addChargePoint(network, id, String(code));
  const simulator = simulate(network.backend, id, options);
  running.push(simulator);
  const someone = phone(network.backend, await addDriver(network, 0));
  await until('online', async () => (await someone.connector(id)).status === 'Available');
  return { id, number: `${code}-1`, simulator, connector: simulator.connector(1) };
}

/** What the charge point measured, priced by the tariff: what a receipt has to say. */
function metered(charger: { connector: { charges: ChargePoint['connectors'][number]['charges'] } }) {
  const charge = charger.connector.charges.at(-1);
  if (charge?.meterStop === undefined || !charge.stoppedAt) throw new Error('no charge has ended');
  const energyWh = charge.meterStop - charge.meterStart;
  const usage = usageAt({ startTime: charge.startedAt, at: charge.stoppedAt, energyWh });
  return { energyWh, amount: priceCharge(PRICE, usage).total / 100, transactionId: charge.transactionId };
}

test('a charge runs from the start by phone to the bill, equal to the meter and the tariff', async () => {
  const driver = phone(network.backend, await addDriver(network, 10_000));
  const charger = await newCharger();
  expect(await driver.start(charger.number)).toEqual({ status: 'Accepted', info: '' });
  const [charge] = await until('active', async () => {
    const active = await driver.active();
    return active.length > 0 && active;
  });
  const transactionId = charge?.transactionId ?? 0;
  await until('figures', async () => (await driver.connector(charger.id)).transaction?.meterTotal > 0.5);
  expect(await driver.stop(charger.id, transactionId)).toEqual({ status: 'Accepted', info: '' });
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  const { energyWh, amount } = metered(charger);
  expect(energyWh).toBeGreaterThan(500);
  expect(receipt).toMatchObject({ meterStop: energyWh, amount });
  expect(await driver.balance()).toBeCloseTo(100 - amount, 5);
  expect(await driver.active()).toEqual([]);
});
