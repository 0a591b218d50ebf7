/** Starts that wait for the plug, and failures that can be fetched after an outage. */
import { expect, test } from '@rstest/core';
import { calls, readLeniently } from '@shared/contract';
import { until } from '../../testing/until.ts';
import { setUpNetwork } from './network.testing.ts';

const MINUTE = 60_000;
const network = setUpNetwork();
type Driver = Awaited<ReturnType<typeof network.driver>>;

const neverPlugged = { behaviour: { plugAfter: null } };

async function attemptsOf(driver: Driver) {
  const { status, body } = await driver.call('GET', '/UserStartAttempts');
  expect(status).toBe(200);
  return readLeniently(calls.startAttempts.response, body).data ?? [];
}

test('lists a wait for the plug with its end and site to its own user until the charge begins', async () => {
  const [driver, stranger] = [await network.driver(), await network.driver()];
  const { id, number, connector } = await network.charger(neverPlugged);
  const { now } = network.backend.context;
  const startedAt = now().getTime();
  await driver.start(number);
  const acceptedBy = now().getTime();
  const [wait, ...others] = await attemptsOf(driver);
  expect(others).toEqual([]);
  expect(wait).toMatchObject({ chargePointId: id, connectorId: '1', chargerSite: { csName: 'Oficina' } });
  expect(wait?.errorCode).toBeUndefined();
  const acceptedAt = Date.parse(wait?.waitUntil ?? '') - MINUTE;
  expect(acceptedAt).toBeGreaterThanOrEqual(startedAt);
  expect(acceptedAt).toBeLessThanOrEqual(acceptedBy);
  expect(await attemptsOf(stranger)).toEqual([]);
  connector.plug();
  await until('charging', async () => (await driver.active()).length === 1);
  expect(await attemptsOf(driver)).toEqual([]);
});

test('lists no wait after its end or its cancellation', async () => {
  const driver = await network.driver();
  const [late, cancelled] = [await network.charger(neverPlugged), await network.charger(neverPlugged)];
  await driver.start(late.number);
  network.advanceClock(MINUTE + 1000);
  expect(await attemptsOf(driver)).toEqual([]);
  await driver.start(cancelled.number);
  await driver.stop(cancelled.id, '0');
  expect(await attemptsOf(driver)).toEqual([]);
});

test('keeps the reason of a failed start for 15 minutes, or until the next start there', async () => {
  const driver = await network.driver();
  const faulty = await network.charger(neverPlugged);
  await driver.start(faulty.number);
  faulty.connector.fault('ConnectorLockFailure');
  const failed = { chargePointId: faulty.id, connectorId: '1', errorCode: 'ConnectorLockFailure' };
  await until('failed', async () => (await attemptsOf(driver))[0]?.errorCode);
  expect(await attemptsOf(driver)).toMatchObject([failed]);
  network.advanceClock(15 * MINUTE);
  expect(await attemptsOf(driver)).toMatchObject([failed]);
  faulty.connector.fault(undefined);
  await until('free', async () => (await driver.connector(faulty.id)).status === 'Available');
  expect((await driver.start(faulty.number)).status).toBe('Accepted');
  const [again, ...others] = await attemptsOf(driver);
  expect(others).toEqual([]);
  expect(again?.chargePointId).toBe(faulty.id);
  expect(again?.errorCode).toBeUndefined();
  expect(again?.waitUntil).toBeDefined();
});

test('forgets a failure after 15 minutes', async () => {
  const driver = await network.driver();
  const { number, connector } = await network.charger(neverPlugged);
  await driver.start(number);
  connector.fault('GroundFailure');
  await until('failed', async () => (await attemptsOf(driver))[0]?.errorCode);
  network.advanceClock(17 * MINUTE);
  expect(await attemptsOf(driver)).toEqual([]);
});

test('does not list a start if its response reported the failure', async () => {
  const driver = await network.driver();
  const { number } = await network.charger({ behaviour: { rejectRemoteStart: true } });
  expect((await driver.start(number)).status).toBe('Rejected');
  expect(await attemptsOf(driver)).toEqual([]);
});

test('sends the attempt with the start-error event', async () => {
  const driver = await network.driver();
  const { number, connector } = await network.charger(neverPlugged);
  const published: unknown[] = [];
  network.backend.context.bus.subscribe((event) => {
    if (event.kind === 'startError') published.push(event.attemptId);
  });
  await driver.start(number);
  const [wait] = await attemptsOf(driver);
  connector.fault('ConnectorLockFailure');
  await until('published', () => published.length > 0);
  expect(published.map(String)).toEqual([wait?.attemptId]);
});
