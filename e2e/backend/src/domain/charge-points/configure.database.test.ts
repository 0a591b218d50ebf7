/** Configuration of a charge point after it boots. */

import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { until } from '../../testing/until.ts';
import { setUpNetwork, startAndCharge } from '../charging/network.testing.ts';
import { configure, reportsEnergy, SETTINGS } from './configure.ts';

const { logTo, lines: log } = captureLog();
const network = setUpNetwork({
  logLevel: 'info',
  logTo,
});
const FULL = 'Energy.Active.Import.Register,Power.Active.Import,SoC';
const NO_SOC = 'Energy.Active.Import.Register,Power.Active.Import';

async function readConfiguration(id: string) {
  const [row] = await network.backend.context.db.select().from(chargePoints).where(eq(chargePoints.id, id));
  return row?.configuration ?? undefined;
}

test('requests samples and the end of refused charges after boot, and stores the reported configuration', async () => {
  const { id } = await network.charger({
    configuration: {
      MeterValueSampleInterval: '0',
      MeterValuesSampledData: 'Voltage',
      ConnectionTimeOut: '30',
      StopTransactionOnInvalidId: 'false',
    },
  });
  expect(await until('stored', () => readConfiguration(id))).toEqual({
    ConnectionTimeOut: '60',
    MeterValueSampleInterval: '30',
    MeterValuesSampledData: FULL,
    StopTransactionOnInvalidId: 'true',
  });
});

/** Adds a charge point that the server has configured. */
async function configuredCharger() {
  const charger = await network.charger();
  const initial = await until('stored', () => readConfiguration(charger.id));
  return { ...charger, initial };
}

const NO_REPLY = { failure: 'timeout' as const };

/** Creates a `sendCall` to a charge point that accepts the given values for each key. */
function createFakeSendCall(values: Record<string, string>, accepts: Record<string, string[]>) {
  const sent: string[] = [];
  values.StopTransactionOnInvalidId = 'TRUE';
  const sendCall = async (_id: string, method: string, params: Record<string, unknown>) => {
    if (method === 'GetConfiguration') {
      const configurationKey = Object.entries(values).map(([key, value]) => ({
        key,
        readonly: false,
        value,
      }));
      return { reply: { configurationKey } };
    }
    const [key, value] = [String(params.key), String(params.value)];
    sent.push(`${key}=${value}`);
    const isAccepted = accepts[key]?.includes(value) ?? false;
    if (isAccepted) values[key] = value;
    return { reply: { status: isAccepted ? 'Accepted' : 'Rejected' } };
  };
  return { sendCall, sent };
}

test('requests fewer measurands when a charge point rejects the state of charge', async () => {
  const { id } = await configuredCharger();
  const { sendCall, sent } = createFakeSendCall(
    { ConnectionTimeOut: '60', MeterValueSampleInterval: '20', MeterValuesSampledData: 'Voltage' },
    { MeterValuesSampledData: [NO_SOC] },
  );
  await configure(network.backend.context, sendCall, id, SETTINGS);
  expect(sent).toEqual([`MeterValuesSampledData=${FULL}`, `MeterValuesSampledData=${NO_SOC}`]);
  expect(await readConfiguration(id)).toMatchObject({
    MeterValuesSampledData: NO_SOC,
    MeterValueSampleInterval: '20',
  });
});

test('does not request measurands that a charge point already sends', async () => {
  const { id } = await configuredCharger();
  const { sendCall, sent } = createFakeSendCall(
    { ConnectionTimeOut: '60', MeterValueSampleInterval: '10', MeterValuesSampledData: `${NO_SOC},Voltage` },
    { MeterValuesSampledData: [NO_SOC] },
  );
  await configure(network.backend.context, sendCall, id, SETTINGS);
  expect(sent).toEqual([`MeterValuesSampledData=${FULL}`]);
  expect(await readConfiguration(id)).toMatchObject({ MeterValuesSampledData: `${NO_SOC},Voltage` });
});

test('stops at a call without a reply and keeps the stored configuration', async () => {
  const { id, initial } = await configuredCharger();
  const sent: string[] = [];
  const sendCall = async (_id: string, method: string) => {
    sent.push(method);
    return method === 'GetConfiguration' ? { reply: { configurationKey: [] } } : NO_REPLY;
  };
  await configure(network.backend.context, sendCall, id, SETTINGS);
  expect(sent).toEqual(['GetConfiguration', 'ChangeConfiguration']);
  expect(await readConfiguration(id)).toEqual(initial);
});

test('stores the reported configuration when a change gets no reply', async () => {
  const { id } = await configuredCharger();
  const values = { ConnectionTimeOut: '60', MeterValueSampleInterval: '0', MeterValuesSampledData: FULL };
  const { sendCall } = createFakeSendCall(values, {});
  await configure(
    network.backend.context,
    async (chargePointId, method, params) =>
      method === 'GetConfiguration' ? sendCall(chargePointId, method, params) : NO_REPLY,
    id,
    SETTINGS,
  );
  expect(await readConfiguration(id)).toEqual(values);
});

test('logs that the credit check relies on time alone when a charge point samples no energy', async () => {
  const driver = await network.driver();
  const { id, number } = await configuredCharger();
  const { db } = network.backend.context;
  await db
    .update(chargePoints)
    .set({ configuration: { MeterValuesSampledData: 'Voltage' } })
    .where(eq(chargePoints.id, id));
  const transactionId = await startAndCharge(driver, number);
  // Logged after the charge is published.
  const lines = () => log.filter((line) => line.includes('credit check relies on time alone'));
  await until('logged', () => lines().length > 0);
  expect(lines().map((line) => JSON.parse(line))).toMatchObject([{ chargePointId: id, transactionId }]);
  await driver.stop(id, transactionId);
});

test.each([
  [{ MeterValueSampleInterval: '0', MeterValuesSampledData: FULL }, false],
  [{ MeterValueSampleInterval: '10', MeterValuesSampledData: 'SoC' }, false],
  [{ MeterValueSampleInterval: '10', MeterValuesSampledData: NO_SOC }, true],
  [{}, true],
  [null, true],
])('expects energy samples of %j: %s', (configuration, expected) => {
  expect(reportsEnergy(configuration)).toBe(expected);
});
