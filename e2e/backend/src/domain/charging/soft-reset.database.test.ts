import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints, startAttempts, transactions } from '../../platform/database/schema.ts';
import { createCheckedClock } from '../../testing/test-clock.ts';
import { until } from '../../testing/until.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { setUpNetwork, startAndCharge } from './network.testing.ts';
import { resetFailing } from './soft-reset.ts';

const quiet = { logLevel: 'silent' };
const network = setUpNetwork(quiet);
/** Lets the test run the periodic job of `networkWithJob`. */
const clock = createCheckedClock();
const networkWithJob = setUpNetwork({ ...quiet, clock });

/** Runs the job once for these charge points. Returns the calls that were sent. */
async function runJob(...ids: string[]) {
  const sent: unknown[] = [];
  const sendCall: SendCall = async (id, method, params) => {
    sent.push([id, method, params]);
    return { reply: { status: 'Accepted' } };
  };
  await resetFailing(network.backend.context, sendCall, ids);
  return sent;
}
const softReset = (id: string) => [[id, 'Reset', { type: 'Soft' }]];

async function addFailingCharger(times: number, { charger: add, driver: addDriver } = network) {
  const charger = await add({ behaviour: { rejectRemoteStart: true } });
  const driver = await addDriver();
  const fail = async () => expect((await driver.start(charger.number)).status).toBe('Rejected');
  for (let start = 0; start < times; start++) await fail();
  return { ...charger, driver, fail };
}

test('resets a charge point after three failed starts in a row, once a day', async () => {
  const { id, fail } = await addFailingCharger(2);
  expect(await runJob(id)).toEqual([]);
  await fail();
  expect(await runJob(id)).toEqual(softReset(id));
  expect(await runJob(id)).toEqual([]);
  network.advanceClock(25 * 3_600_000);
  // The failures of the day before don't count any more.
  expect(await runJob(id)).toEqual([]);
  for (const _ of [1, 2, 3]) await fail();
  expect(await runJob(id)).toEqual(softReset(id));
});

test('refuses starts until the charge point has rebooted', async () => {
  const { id, number, driver, chargePoint } = await addFailingCharger(3);
  chargePoint.behaviour.rejectRemoteStart = false;
  await runJob(id);
  expect(await driver.start(number)).toEqual({ status: 'Rejected', info: 'CONNECTOR_UNAVAILABLE' });
  network.advanceClock(61_000);
  expect((await driver.start(number)).status).toBe('Accepted');
});

test('reboots a simulated charge point, on which a charge then starts', async () => {
  const { id, number, driver, chargePoint } = await addFailingCharger(3, networkWithJob);
  const readChargePoint = async () => {
    const { db } = networkWithJob.backend.context;
    const [row] = await db.select().from(chargePoints).where(eq(chargePoints.id, id));
    return row;
  };
  chargePoint.behaviour.rejectRemoteStart = false;
  clock.runChecks();
  await until('rebooted', async () => {
    const { softResetAt, bootedAt } = (await readChargePoint()) ?? {};
    return softResetAt && bootedAt && bootedAt > softResetAt;
  });
  // The end of the earlier connection may be noticed after the boot.
  await until('free', async () => {
    const { status } = await driver.connector(id);
    return status === 'Available' && (await readChargePoint())?.online;
  });
  await startAndCharge(driver, number);
});

test('resets no charge point with a charge on any connector', async () => {
  const { id, fail } = await addFailingCharger(2);
  const { db, now } = network.backend.context;
  const charge = { chargePointId: id, connectorId: 1, idTag: 'CARD', meterStartWh: 0 };
  const [open] = await db
    .insert(transactions)
    .values({ ...charge, startedAt: now(), chargePointStartedAt: now() })
    .returning();
  await fail();
  expect(await runJob(id)).toEqual([]);
  await db
    .update(transactions)
    .set({ stoppedAt: now() })
    .where(eq(transactions.id, open?.id ?? -1));
  expect(await runJob(id)).toEqual(softReset(id));
});

test('resets no charge point that waits for a plug', async () => {
  const { id, driver, number, chargePoint } = await addFailingCharger(3);
  chargePoint.behaviour.rejectRemoteStart = false;
  expect((await driver.start(number)).status).toBe('Accepted');
  expect(await runJob(id)).toEqual([]);
});

test('counts neither cancelled starts nor those before a charge', async () => {
  const { id, driver, number, chargePoint, connector, fail } = await addFailingCharger(2);
  const { db } = network.backend.context;
  await fail();
  await db.update(startAttempts).set({ errorCode: 'Cancelled' }).where(eq(startAttempts.chargePointId, id));
  expect(await runJob(id)).toEqual([]);

  await db.update(startAttempts).set({ errorCode: 'Rejected' }).where(eq(startAttempts.chargePointId, id));
  chargePoint.behaviour.rejectRemoteStart = false;
  await startAndCharge(driver, number);
  connector.unplug();
  await until('ended', async () => (await driver.active()).length === 0);
  expect(await runJob(id)).toEqual([]);
});

test('leaves a faulted charge point and those of other instances alone', async () => {
  const { id, connector, driver } = await addFailingCharger(3);
  expect(await runJob('NEIGHBOUR')).toEqual([]);
  expect(await runJob()).toEqual([]);
  connector.fault('GroundFailure');
  await until('faulted', async () => (await driver.connector(id)).status === 'Faulted');
  expect(await runJob(id)).toEqual([]);
});
