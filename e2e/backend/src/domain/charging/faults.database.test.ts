import { type Behaviour, ChargePoint } from '@e2e/chargers';
import { expect, test } from '@rstest/core';
import type { BusEvent } from '../../platform/bus/bus.ts';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints, transactions, unknownStops } from '../../platform/database/schema.ts';
import { withOptions } from '../../testing/test-backend.ts';
import { resultOf, until } from '../../testing/until.ts';
import { expireAttempts } from './attempts.ts';
import { expectedReceipt, setUpNetwork, startAndCharge, waitForEnergy } from './network.testing.ts';

const network = setUpNetwork();

/** Seconds, longer than a test takes. */
const NEVER = 86_400;

/** Collects the events that are published from now on. */
function collectEvents() {
  const events: BusEvent[] = [];
  network.backend.context.bus.subscribe((event) => void events.push(event));
  return events;
}

/**
 * Adds a charger with this behaviour from its first start on. The behaviour is set after the calls
 * that follow the boot, or a start would wait for them.
 */
async function addSlowCharger(behaviour: Partial<Behaviour>) {
  const charger = await network.charger();
  const { db } = network.backend.context;
  await until('configured', async () => {
    const [row] = await db.select().from(chargePoints).where(eq(chargePoints.id, charger.id));
    return row?.configuration;
  });
  charger.chargePoint.behaviour = { ...charger.chargePoint.behaviour, ...behaviour };
  return charger;
}

test('bills a charge that begins although its start timed out', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint, connector } = await addSlowCharger({ replyAfter: NEVER });
  const start = () => driver.start(number);
  expect(await withOptions(network.backend, { startTimeoutMs: 500 }, start)).toEqual({
    status: 'TimedOut',
    info: '',
  });
  await until('received', () => connector.status === 'Preparing');
  connector.plug();
  const { transactionId } = await until('charging', async () => (await driver.active())[0]);
  await waitForEnergy(driver, id, 0.2);
  connector.stop('Local');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
  // A graceful end would wait for the reply.
  await chargePoint.goOffline();
});

test('bills a charge that began offline after its start was accepted, and lets it go on', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint, connector } = await network.charger({ behaviour: { plugAfter: null } });
  expect((await driver.start(number)).status).toBe('Accepted');
  await chargePoint.goOffline();
  connector.plug();
  await until('energy', () => connector.meter.wh > 1_001_000);
  await expireAttempts({ ...network.backend.context, now: () => new Date(Date.now() + 3_600_000) });
  chargePoint.start();
  const { transactionId } = await until('charging', async () => (await driver.active())[0]);
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt.meterStop).toBe(expectedReceipt(connector.charges[0]).meterStop);
});

test('shows the connector of an offline charge point as disconnected and refuses a start', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint } = await network.charger();
  await chargePoint.goOffline();
  await until('offline', async () => (await driver.connector(id)).isConnected === false);
  expect((await driver.start(number)).status).toBe('Rejected');
});

test('releases the credit when the charge point refuses the start', async () => {
  const driver = await network.driver(500);
  const { number } = await network.charger({ behaviour: { rejectRemoteStart: true } });
  expect((await driver.start(number)).status).toBe('Rejected');
  expect((await driver.start(number)).info).not.toBe('ERR_WALLET_LOW_BALANCE');
});

test('bills a charge that begins before the charge point replies to the start', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint, connector } = await addSlowCharger({
    startBeforeReply: true,
    replyAfter: 15,
    skipPreparing: true,
    skipFinishing: true,
  });
  chargePoint.connector(1).plug();
  const response = driver.start(number);
  const { transactionId } = await until('charging', async () => (await driver.active())[0]);
  expect((await resultOf('a reply', response)).status).toBe('Accepted');
  await resultOf('a reply', driver.stop(id, transactionId));
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
});

test('bills a charge reported in kWh and without state of charge', async () => {
  const driver = await network.driver();
  const { id, number, connector } = await network.charger({ behaviour: { energyUnit: 'kWh', noSoC: true } });
  const transactionId = await startAndCharge(driver, number);
  await waitForEnergy(driver, id, 0.5);
  const live = await driver.connector(id);
  expect(live.soC).toBeNull();
  expect(live.meterKWH).toBeLessThanOrEqual((connector.meter.wh - 1_000_000) / 1000);
  await driver.stop(id, transactionId);
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
});

test('shows no figures without meter values, and bills the charge by its stop', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint, connector } = await network.charger({
    behaviour: { noMeterValues: true },
  });
  const transactionId = await startAndCharge(driver, number);
  await until('energy', () => connector.meter.wh > 1_000_500);
  const live = await driver.connector(id);
  expect([live.meterKWH, live.chargeRateKW, live.transaction.meterTotal]).toEqual([null, null, null]);
  chargePoint.connector(1).stop('Local');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
});

test('bills a charge that ended offline when the charge point reconnects', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint, connector } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  await waitForEnergy(driver, id, 0.2);
  await chargePoint.goOffline();
  await until('offline', async () => (await driver.connector(id)).isConnected === false);
  await until('more energy', () => connector.meter.wh > 1_001_000);
  connector.unplug();
  expect(await driver.receipt(transactionId)).toBeUndefined();
  chargePoint.start();
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
  await until('free', async () => (await driver.connector(id)).status === 'Available');
});

test('stops a charge when the charge point reconnects if the stop was requested while it was offline', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint, connector } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  await chargePoint.goOffline();
  expect((await driver.stop(id, transactionId)).status).toBe('TimedOut');
  chargePoint.start();
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
  expect(connector.charges[0]?.reason).toBe('Remote');
});

test('ends a charge that is stopped at the charger', async () => {
  const driver = await network.driver();
  const { number, connector } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  connector.stop('Local');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
});

test('counts duplicate messages once', async () => {
  const driver = await network.driver();
  const { id, number, connector } = await network.charger({ behaviour: { duplicates: true } });
  const transactionId = await startAndCharge(driver, number);
  await waitForEnergy(driver, id, 0.3);
  await driver.stop(id, transactionId);
  await until('receipt', () => driver.receipt(transactionId));
  const { db } = network.backend.context;
  const rows = await db.select().from(transactions).where(eq(transactions.chargePointId, id));
  expect(rows).toHaveLength(1);
  const { amount } = expectedReceipt(connector.charges[0]);
  expect(await driver.balance()).toBeCloseTo(100 - amount, 5);
});

test('finds a charge by its tag when the charge point lost the transaction id', async () => {
  const driver = await network.driver();
  const { number, connector } = await network.charger({
    behaviour: { forgetTransactionId: true, duplicates: true },
  });
  const transactionId = await startAndCharge(driver, number);
  connector.stop('PowerLoss');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject(expectedReceipt(connector.charges[0]));
});

test('stores and confirms the stop of an unknown charge', async () => {
  const { id, chargePoint } = await network.charger();
  const timestamp = new Date().toISOString();
  const stop = { transactionId: 987_654, meterStop: 5, timestamp };
  for (const _ of [1, 2]) {
    const response = await chargePoint.call('StopTransaction', stop);
    expect(response).toEqual({ idTagInfo: { status: 'Accepted' } });
  }
  const { db } = network.backend.context;
  const stops = await db.select().from(unknownStops).where(eq(unknownStops.chargePointId, id));
  expect(stops).toHaveLength(1);
});

test('ignores outdated meter values', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint } = await network.charger({
    behaviour: { noMeterValues: true },
  });
  const transactionId = await startAndCharge(driver, number);
  const begunAt = chargePoint.clock.now().getTime();
  const sendSample = (wh: number, soc: number, seconds: number) =>
    chargePoint.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [
        {
          timestamp: new Date(begunAt + seconds * 1000).toISOString(),
          sampledValue: [
            { value: String(wh) },
            { value: String(soc), measurand: 'SoC' },
            { value: '7000', measurand: 'Power.Active.Import', unit: 'W' },
          ],
        },
      ],
    });
  await sendSample(1_002_000, 40, 60);
  await sendSample(1_001_000, 30, 10);
  expect(await driver.connector(id)).toMatchObject({ meterKWH: 2, soC: 40, chargeRateKW: 7 });
});

test('stops a charge that exceeds the credit, and records the shortfall as a debt', async () => {
  const driver = await network.driver(600);
  const { number, connector } = await network.charger({ behaviour: { energyAtBegin: 10_000 } });
  const transactionId = await startAndCharge(driver, number);
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  const expected = expectedReceipt(connector.charges[0]);
  expect(connector.charges[0]?.reason).toBe('Remote');
  expect(receipt).toMatchObject(expected);
  expect(expected.amount).toBeGreaterThan(5);
  expect(await driver.balance()).toBeCloseTo(6 - expected.amount, 5);
});

test('fails the start and notifies the driver when the plug does not lock', async () => {
  const driver = await network.driver(500);
  const { id, number, connector } = await network.charger({ behaviour: { plugAfter: null } });
  const events = collectEvents();
  expect((await driver.start(number)).status).toBe('Accepted');
  connector.fault('ConnectorLockFailure');
  await until('start error', () => events.some((event) => event.kind === 'startError'));
  expect(events.find((event) => event.kind === 'startError')).toMatchObject({
    chargePointId: id,
    errorCode: 'ConnectorLockFailure',
  });
  connector.fault(undefined);
  await until('free', async () => (await driver.connector(id)).status === 'Available');
  expect((await driver.start(number)).status).toBe('Accepted');
});

test.each(['OtherError', 'WeakSignal'])(
  'begins a charge although the connector reports %s while the start waits for the plug',
  async (errorCode) => {
    const driver = await network.driver(500);
    const { number, chargePoint, connector } = await network.charger({ behaviour: { plugAfter: null } });
    expect((await driver.start(number)).status).toBe('Accepted');
    await chargePoint.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode });
    connector.plug();
    await until('charging', async () => (await driver.active()).length === 1);
  },
);

test('responds with ConcurrentTx to a second start with the same tag, and notifies the driver', async () => {
  const driver = await network.driver();
  const { id, number, chargePoint, connector } = await network.charger();
  await startAndCharge(driver, number);
  const events = collectEvents();
  const repeatedStart = {
    connectorId: 1,
    idTag: connector.charges[0]?.idTag,
    meterStart: 5_000_000,
    timestamp: new Date(Date.now() + 7_200_000).toISOString(),
  };
  const response = await chargePoint.call('StartTransaction', repeatedStart);
  expect(response).toMatchObject({ idTagInfo: { status: 'ConcurrentTx' } });
  await until('start error', () => events.some((event) => event.kind === 'startError'));
  expect(events.find((event) => event.kind === 'startError')).toMatchObject({
    chargePointId: id,
    errorCode: 'ConcurrentTx',
  });
});

test('counts overstay while the car takes no energy', async () => {
  const driver = await network.driver();
  const { id, number, connector } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  connector.pause('EV');
  await until('suspended', async () => (await driver.connector(id)).transaction?.suspendedSince);
  network.passTime(2000);
  connector.pause(undefined);
  const counted = await until('counted', async () => {
    const { transaction } = await driver.connector(id);
    return transaction.suspendedSince ? undefined : transaction.overstaySeconds;
  });
  expect(counted).toBeGreaterThan(0);
  connector.stop('Local');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  const descriptions = receipt.order?.orderItems?.map(({ orderItemDesc }) => orderItemDesc);
  expect(descriptions).toContain('Permanência após a recarga');
});

test('assigns a number to an unknown charge point in the sandbox, which can charge at once', async () => {
  const driver = await network.driver();
  const visitor = new ChargePoint({
    id: 'VISITOR-1',
    endpoint: `${network.backend.url.replace('http', 'ws')}/ocpp`,
    connectors: [
      { id: 1, maxPowerW: 22_000 },
      { id: 2, maxPowerW: 22_000 },
    ],
    behaviour: { plugAfter: 1 },
    timeScale: 60,
  });
  visitor.start();
  try {
    const number = await until('registered', async () => {
      const chargers: {
        chargePointId: string;
        connectorId: number;
        number: string;
        status: string | null;
      }[] = await (await fetch(`${network.backend.url}/sandbox/api/chargers`)).json();
      return chargers.find((one) => one.chargePointId === 'VISITOR-1' && one.connectorId === 2 && one.status)
        ?.number;
    });
    expect(number).toMatch(/^\d{5}-2$/);
    await driver.start(number);
    await until('charging', async () => (await driver.active()).length > 0);
  } finally {
    await visitor.stop();
  }
});

test('accepts a local start by an unknown card without a payer, and frees the connector at its end', async () => {
  const someone = await network.driver();
  const { id, chargePoint, connector } = await network.charger();
  chargePoint.connector(1).plug();
  await chargePoint.startLocally(1, 'CARTAO-QUALQUER');
  await until('charging', async () => (await someone.connector(id)).status === 'Charging');
  connector.unplug();
  await until('free', async () => (await someone.connector(id)).status === 'Available');
  const { db } = network.backend.context;
  // The status may arrive before StopTransaction.
  const row = await until('stopped', async () => {
    const rows = await db.select().from(transactions).where(eq(transactions.chargePointId, id));
    return rows.find(({ stoppedAt }) => stoppedAt);
  });
  expect(row).toMatchObject({ userId: null, billCents: null, holdId: null });
});
