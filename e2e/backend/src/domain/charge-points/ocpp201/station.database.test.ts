/** A charge point with OCPP 2.0.1, with real sockets and an independent client. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { systemClock } from '../../../platform/clock.ts';
import { eq } from '../../../platform/database/orm.ts';
import { chargePoints, connectors, idTags, sites, transactions } from '../../../platform/database/schema.ts';
import { captureLog } from '../../../testing/capture-log.ts';
import { until } from '../../../testing/until.ts';
import { addCard } from '../../charging/charges.testing.ts';
import {
  addChargePoint,
  addDriver,
  apiClient,
  type Network,
  openNetwork,
  startAndCharge,
} from '../../charging/network.testing.ts';
import { addOperator, command } from '../../operator/operator.testing.ts';
import { groupOf } from '../../tags/id-tag.ts';
import { fieldsOf } from '../fields.ts';
import { changeSecret } from '../secrets.ts';
import { connectStation, type Replies, type Station, transactionEvent } from '../station.testing.ts';

const { logTo, lines } = captureLog();
let network: Network;
let code = 20_000;
let shiftMs = 0;
beforeAll(async () => {
  const now = () => new Date(Date.now() + shiftMs);
  network = await openNetwork({
    logTo,
    logLevel: 'warn',
    sandbox: false,
    clock: { ...systemClock, now },
  });
  await network.backend.context.db.update(sites).set({ receivesUnknown: false });
});
afterAll(() => network.backend.close());

type Variable = { component: { name: string }; variable: { name: string; instance?: string } };
const pathOf = ({ component, variable }: Variable) =>
  `${component.name}.${variable.name}${variable.instance === undefined ? '' : `[${variable.instance}]`}`;

/** Replies as a charge point with these variables. */
function withVariables(values: Map<string, string>): Replies {
  return {
    GetVariables: ({ getVariableData }) => ({
      getVariableResult: (getVariableData as Variable[]).map(({ component, variable }) => {
        const attributeValue = values.get(pathOf({ component, variable }));
        return attributeValue === undefined
          ? { attributeStatus: 'UnknownVariable', component, variable }
          : { attributeStatus: 'Accepted', attributeValue, component, variable };
      }),
    }),
    SetVariables: ({ setVariableData }) => ({
      setVariableResult: (setVariableData as (Variable & { attributeValue: string })[]).map(
        ({ attributeValue, component, variable }) => {
          const path = pathOf({ component, variable });
          const attributeStatus = values.has(path) ? 'Accepted' : 'UnknownVariable';
          if (values.has(path)) values.set(path, attributeValue);
          return { attributeStatus, component, variable };
        },
      ),
    }),
  };
}

async function register(replies: Replies = {}, protocols?: string[]) {
  code += 1;
  const id = `STATION-${code}`;
  await addChargePoint(network, id, String(code));
  const password = (await changeSecret(network.backend.context, 'create', id)) ?? null;
  const options = { replies, password, ...(protocols && { protocols }) };
  const connectAgain = (offered: string[]) =>
    connectStation(network.backend.url, id, { replies, password, protocols: offered });
  return {
    id,
    number: `${code}-1`,
    connectAgain,
    ...(await connectStation(network.backend.url, id, options)),
  };
}

/** Connects a charge point with a free connector. */
async function connect(replies: Replies = {}) {
  const station = await register(replies);
  await status(station, 'Available');
  return station;
}

const status = (station: Pick<Station, 'call'>, connectorStatus: string) =>
  station.call('StatusNotification', {
    timestamp: new Date().toISOString(),
    connectorStatus,
    evseId: 1,
    connectorId: 1,
  });

const callsOf = ({ received }: Pick<Station, 'received'>, method: string) =>
  received.filter((one) => one.method === method).map(({ params }) => params);

const rowOf = async (id: string) =>
  (await network.backend.context.db.select().from(chargePoints).where(eq(chargePoints.id, id)))[0];

test('charges from the app, from the start to the receipt', async () => {
  const station = await connect();
  const driver = apiClient(network.backend, await addDriver(network, 10_000));
  const starting = startAndCharge(driver, station.number);
  const [start] = await until('the request', () => {
    const calls = callsOf(station, 'RequestStartTransaction');
    return calls.length > 0 ? calls : undefined;
  });
  expect(start).toMatchObject({ evseId: 1, idToken: { type: 'Central' } });
  const idTag = String(fieldsOf(start?.idToken).idToken);
  const info = { remoteStartId: start?.remoteStartId };
  const id = 'a1b2c3d4-e5f6-4711-8899-aabbccddeeff';
  await status(station, 'Occupied');
  const started = { trigger: 'RemoteStart', idTag, info: { ...info, chargingState: 'EVConnected' } };
  expect(
    await station.call('TransactionEvent', transactionEvent(id, 0, 'Started', { wh: 5000, ...started })),
  ).toMatchObject({ idTokenInfo: { status: 'Accepted' } });
  const transactionId = await starting;
  await station.call(
    'TransactionEvent',
    transactionEvent(id, 1, 'Updated', { wh: 5000, info: { chargingState: 'Charging' } }),
  );
  expect((await driver.connector(station.id)).status).toBe('Charging');
  await station.call(
    'TransactionEvent',
    transactionEvent(id, 2, 'Updated', { wh: 5040, trigger: 'MeterValuePeriodic' }),
  );
  expect((await driver.connector(station.id)).transaction.meterTotal).toBe(0.04);
  expect((await driver.stop(station.id, transactionId)).status).toBe('Accepted');
  expect(callsOf(station, 'RequestStopTransaction')).toEqual([{ transactionId: id }]);
  const ended = { trigger: 'RemoteStop', info: { stoppedReason: 'Remote' } };
  expect(
    await station.call('TransactionEvent', transactionEvent(id, 3, 'Ended', { wh: 5060, ...ended })),
  ).toEqual({ totalCost: expect.any(Number) });
  const receipt = await until('the receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject({ meterStop: 60, stopReason: 'driver' });
  expect((await driver.connector(station.id)).status).toBe('Finishing');
  await status(station, 'Available');
  expect((await driver.connector(station.id)).status).toBe('Available');
  await station.client.close();
});

test('configures the charge point after it has booted, and stores what it is', async () => {
  const values = new Map([
    ['SampledDataCtrlr.TxUpdatedInterval', '0'],
    ['SampledDataCtrlr.TxUpdatedMeasurands', 'Voltage'],
    ['SampledDataCtrlr.TxStartedMeasurands', ''],
    ['SampledDataCtrlr.TxEndedMeasurands', 'Energy.Active.Import.Register'],
    ['TxCtrlr.EVConnectionTimeOut', '30'],
    ['TxCtrlr.StopTxOnInvalidId', 'false'],
    ['TxCtrlr.TxStopPoint', 'EVConnected'],
  ]);
  const station = await connect(withVariables(values));
  const chargingStation = { vendorName: 'Correnteza', model: 'C2', serialNumber: 'S1', firmwareVersion: '2' };
  expect(await station.call('BootNotification', { reason: 'PowerUp', chargingStation })).toMatchObject({
    status: 'Accepted',
    interval: 300,
  });
  const configuration = await until(
    'the configuration',
    async () => (await rowOf(station.id))?.configuration,
  );
  expect(Object.fromEntries(values)).toEqual({
    'SampledDataCtrlr.TxUpdatedInterval': '30',
    'SampledDataCtrlr.TxUpdatedMeasurands': 'Energy.Active.Import.Register,Power.Active.Import,SoC',
    'SampledDataCtrlr.TxStartedMeasurands': 'Energy.Active.Import.Register',
    'SampledDataCtrlr.TxEndedMeasurands': 'Energy.Active.Import.Register',
    'TxCtrlr.EVConnectionTimeOut': expect.any(String),
    'TxCtrlr.StopTxOnInvalidId': 'true',
    'TxCtrlr.TxStopPoint': 'EVConnected,Authorized',
  });
  expect(configuration).toMatchObject({ MeterValueSampleInterval: '30' });
  expect((await rowOf(station.id))?.boot).toEqual({
    chargePointVendor: 'Correnteza',
    chargePointModel: 'C2',
    chargePointSerialNumber: 'S1',
    firmwareVersion: '2',
  });
  await station.client.close();
});

test('confirms every message of the core', async () => {
  const station = await connect();
  const timestamp = new Date().toISOString();
  const none = { idToken: { idToken: '', type: 'NoAuthorization' } };
  expect(await station.call('Heartbeat', {})).toEqual({ currentTime: expect.any(String) });
  expect(await station.call('Authorize', none)).toEqual({ idTokenInfo: { status: 'Invalid' } });
  const event = {
    eventId: 1,
    timestamp,
    trigger: 'Delta',
    actualValue: 'true',
    eventNotificationType: 'HardWiredNotification',
    component: { name: 'Connector' },
    variable: { name: 'Problem' },
  };
  const meterValue = transactionEvent('', 0, 'Updated', { wh: 1000 }).meterValue;
  const messages: [string, Record<string, unknown>][] = [
    ['MeterValues', { evseId: 1, meterValue }],
    ['MeterValues', { evseId: 0, meterValue }],
    ['NotifyEvent', { generatedAt: timestamp, seqNo: 0, eventData: [event] }],
    ['NotifyReport', { requestId: 1, generatedAt: timestamp, seqNo: 0 }],
    ['NotifyMonitoringReport', { requestId: 1, generatedAt: timestamp, seqNo: 0 }],
    ['SecurityEventNotification', { type: 'StartupOfTheDevice', timestamp }],
    ['LogStatusNotification', { status: 'Uploaded', requestId: 1 }],
    ['FirmwareStatusNotification', { status: 'Installed', requestId: 1 }],
    ['ReservationStatusUpdate', { reservationId: 1, reservationUpdateStatus: 'Expired' }],
    ['NotifyChargingLimit', { chargingLimit: { chargingLimitSource: 'EMS' } }],
  ];
  for (const [method, params] of messages) expect(await station.call(method, params)).toEqual({});
  const signing = { csr: 'no request', certificateType: 'ChargingStationCertificate' };
  expect(await station.call('SignCertificate', signing)).toEqual({ status: 'Rejected' });
  expect(await station.call('DataTransfer', { vendorId: 'x' })).toEqual({ status: 'UnknownVendorId' });
  await station.client.close();
});

test('a malformed message on its connection, in either direction, is found by the second schemas', async () => {
  const station = await register();
  for (const outbound of [true, false])
    station.client.emit('message', { message: '[2,"malformed","StatusNotification",{}]', outbound });
  expect(station.violations.splice(0)).toHaveLength(2);
  await station.client.close();
});

test('returns all variables of a report in parts to the operator', async () => {
  const { token } = await addOperator(network.backend, network.brandId);
  const entry = (name: string, value: string, mutability: string) => ({
    component: { name: 'LocalAuthListCtrlr' },
    variable: { name },
    variableAttribute: [{ value, mutability }],
  });
  const station = await connect();
  const response = command(network.backend, token, station.id, { command: 'GetConfiguration' });
  const [request] = await until('the request', () => {
    const calls = callsOf(station, 'GetBaseReport');
    return calls.length > 0 ? calls : undefined;
  });
  const part = { requestId: request?.requestId, generatedAt: new Date().toISOString() };
  const second = { ...part, seqNo: 1, reportData: [entry('Entries', '7', 'ReadOnly')] };
  await station.call('NotifyReport', second);
  const first = { ...part, seqNo: 0, tbc: true, reportData: [entry('Enabled', 'true', 'ReadWrite')] };
  await station.call('NotifyReport', first);
  expect((await response).response).toMatchObject({
    result: 'configuration',
    configurationKey: [
      { key: 'LocalAuthListEnabled', readonly: false, value: 'true' },
      { key: 'LocalAuthListCtrlr.Entries', readonly: true, value: '7' },
    ],
  });
  await station.client.close();
});

test('assigns a charge to the connector of an EVSE, and ignores connectors that the network lacks', async () => {
  const station = await connect();
  const { db } = network.backend.context;
  const isHere = eq(connectors.chargePointId, station.id);
  const [first] = await db.select().from(connectors).where(isHere);
  if (!first) throw new Error('no connector');
  await db.insert(connectors).values({ ...first, connectorId: 2, evseId: 1, evseConnectorId: 2 });
  const report = (evseId: number, connectorId: number, connectorStatus: string) =>
    station.call('StatusNotification', {
      timestamp: new Date().toISOString(),
      connectorStatus,
      evseId,
      connectorId,
    });
  await report(1, 2, 'Faulted');
  await report(1, 3, 'Unavailable');
  await report(2, 1, 'Unavailable');
  const statuses = await db.select().from(connectors).where(isHere).orderBy(connectors.connectorId);
  expect(statuses.map((one) => one.status)).toEqual(['Available', 'Faulted']);
  const unknown = transactionEvent('lost', 0, 'Started', {
    wh: 1000,
    idTag: 'NOBODY',
    evse: { id: 5, connectorId: 1 },
  });
  expect(await station.call('TransactionEvent', unknown)).toEqual({ idTokenInfo: { status: 'Invalid' } });
  await until('the stop', () => callsOf(station, 'RequestStopTransaction').length > 0);
  expect(await db.select().from(transactions).where(eq(transactions.chargePointId, station.id))).toEqual([]);
  await station.client.close();
});

test('reads a free connector that is reported after the end, and before it', async () => {
  const station = await connect();
  const driver = apiClient(network.backend, await addDriver(network, 0));
  const shown = async () => (await driver.connector(station.id)).status;
  await status(station, 'Occupied');
  expect(await shown()).toBe('Preparing');
  const begun = { wh: 1000, idTag: 'UNKNOWN', info: { chargingState: 'Charging' } };
  await station.call('TransactionEvent', transactionEvent('one', 0, 'Started', begun));
  expect(await shown()).toBe('Charging');
  await status(station, 'Occupied');
  expect(await shown()).toBe('Charging');
  const freeAt = new Date().toISOString();
  const ended = { wh: 1000, at: new Date(Date.now() + 1000), info: { stoppedReason: 'Other' } };
  await station.call('TransactionEvent', {
    ...transactionEvent('one', 1, 'Ended', ended),
    transactionInfo: { transactionId: 'one', stoppedReason: 'Other', chargingState: 'Idle' },
  });
  expect(await shown()).toBe('Finishing');
  await station.call('StatusNotification', {
    timestamp: freeAt,
    connectorStatus: 'Available',
    evseId: 1,
    connectorId: 1,
  });
  expect(await shown()).toBe('Available');
  const again = { ...begun, at: new Date() };
  await station.call('TransactionEvent', transactionEvent('two', 0, 'Started', again));
  await status(station, 'Available');
  const left = { wh: 1000, info: { stoppedReason: 'Other', chargingState: 'Idle' } };
  await station.call('TransactionEvent', transactionEvent('two', 1, 'Ended', left));
  expect(await shown()).toBe('Available');
  await station.client.close();
});

test('prefers OCPP 2.0.1 to a charge point that has both, and reports no deviation of its own', async () => {
  const station = await register({}, ['ocpp1.6', 'ocpp2.0.1']);
  expect(station.client.protocol).toBe('ocpp2.0.1');
  await until('the triggered status', () => callsOf(station, 'TriggerMessage').length > 0);
  expect(callsOf(station, 'TriggerMessage')[0]).toEqual({
    requestedMessage: 'StatusNotification',
    evse: { id: 1, connectorId: 1 },
  });
  expect(lines.filter((line) => line.includes('not ocpp2.0.1'))).toEqual([]);
  await station.client.close();
});

test('shows the cost of a charge on a display that can, when it has changed, and the total at the end', async () => {
  const values = new Map([
    ['TariffCostCtrlr.Enabled[Cost]', 'false'],
    ['TariffCostCtrlr.Currency', 'EUR'],
  ]);
  const station = await connect(withVariables(values));
  const chargingStation = { vendorName: 'Correnteza', model: 'C2' };
  await station.call('BootNotification', { reason: 'PowerUp', chargingStation });
  await until('the configuration', async () => (await rowOf(station.id))?.configuration);
  expect(Object.fromEntries(values)).toEqual({
    'TariffCostCtrlr.Enabled[Cost]': 'true',
    'TariffCostCtrlr.Currency': 'BRL',
  });
  const { driver, started } = await requestStart(station);
  const send = (seqNo: number, kind: 'Started' | 'Updated' | 'Ended', wh: number) =>
    station.call('TransactionEvent', transactionEvent('shown', seqNo, kind, { wh, ...started }));
  await send(0, 'Started', 1000);
  const [first] = await until('the cost', () => {
    const sent = callsOf(station, 'CostUpdated');
    return sent.length > 0 ? sent : undefined;
  });
  // The price of a transaction, before any energy, and that of the seconds so far.
  expect(first).toEqual({ transactionId: 'shown', totalCost: expect.closeTo(1.5, 1) });
  for (const [seqNo, wh] of [1010, 1020, 1030].entries()) await send(seqNo + 1, 'Updated', wh);
  expect(callsOf(station, 'CostUpdated')).toHaveLength(1);
  shiftMs += 31_000;
  await send(4, 'Updated', 1040);
  const [, second] = await until('the new cost', () => {
    const sent = callsOf(station, 'CostUpdated');
    return sent.length > 1 ? sent : undefined;
  });
  expect(second?.totalCost).toBeGreaterThan(1.5);
  const ended = await send(5, 'Ended', 1050);
  const [charge] = await network.backend.context.db
    .select()
    .from(transactions)
    .where(eq(transactions.chargePointId, station.id));
  expect(ended).toMatchObject({ totalCost: (charge?.billCents ?? 0) / 100 });
  expect((await driver.receipt(charge?.id ?? 0))?.amount).toBe(ended.totalCost);
  await station.client.close();
});

test('cards of one account share its group, so that one ends the charge of another, and expire when it says so', async () => {
  const station = await connect();
  const driver = await addDriver(network, 10_000);
  const [first, second] = [`GROUP-A-${code}`, `GROUP-B-${code}`];
  for (const card of [first, second]) await addCard(network, driver.id, card);
  const validUntil = new Date(Date.now() + 3_600_000);
  const { db } = network.backend.context;
  await db.update(idTags).set({ validUntil }).where(eq(idTags.tag, second));
  const asks = (idToken: string) =>
    station
      .call('Authorize', { idToken: { idToken, type: 'ISO14443' } })
      .then(({ idTokenInfo }) => fieldsOf(idTokenInfo));
  const groupIdToken = { idToken: groupOf(network.backend.context, driver.id), type: 'Central' };
  expect(await asks(first)).toMatchObject({ status: 'Accepted', groupIdToken });
  expect(await asks(second)).toEqual({
    status: 'Accepted',
    groupIdToken,
    cacheExpiryDateTime: validUntil.toISOString(),
  });
  const started = transactionEvent('group', 0, 'Started', { wh: 1000, idTag: first });
  expect(await station.call('TransactionEvent', started)).toMatchObject({ idTokenInfo: { groupIdToken } });
  const stopped = { wh: 1010, idTag: second, trigger: 'StopAuthorized', info: { stoppedReason: 'Local' } };
  const ended = transactionEvent('group', 1, 'Ended', stopped);
  expect(await station.call('TransactionEvent', ended)).toMatchObject({
    idTokenInfo: { status: 'Accepted' },
  });
  expect(await chargeAt(station.id)).toMatchObject({ userId: driver.id, idTag: first, meterStopWh: 1010 });
  await db
    .update(idTags)
    .set({ validUntil: new Date(0) })
    .where(eq(idTags.tag, second));
  expect(await asks(second)).toEqual({ status: 'Expired' });
  await station.client.close();
});

test('keeps the version of a running charge for a charge point that has both, until the charge has ended', async () => {
  const both = ['ocpp1.6', 'ocpp2.0.1'];
  const { db, now } = network.backend.context;
  const first = await register({}, ['ocpp1.6']);
  const start = { connectorId: 1, idTag: 'NOBODY', meterStart: 0, timestamp: now().toISOString() };
  const { transactionId } = await first.call('StartTransaction', start);
  await first.client.close();
  const second = await first.connectAgain(both);
  expect(second.client.protocol).toBe('ocpp1.6');
  const end = { transactionId, meterStop: 0, timestamp: now().toISOString() };
  await second.call('StopTransaction', end);
  await second.client.close();
  const third = await first.connectAgain(both);
  expect(third.client.protocol).toBe('ocpp2.0.1');
  const driver = await addDriver(network, 10_000);
  await addCard(network, driver.id, `BOTH-${code}`);
  const begun = transactionEvent('running', 0, 'Started', { wh: 0, idTag: `BOTH-${code}` });
  await third.call('TransactionEvent', begun);
  await third.client.close();
  const fourth = await first.connectAgain(both);
  expect(fourth.client.protocol).toBe('ocpp2.0.1');
  await fourth.client.close();
  // It can't go on otherwise.
  const fifth = await first.connectAgain(['ocpp1.6']);
  expect(fifth.client.protocol).toBe('ocpp1.6');
  await fifth.client.close();
  const charges = await db
    .select()
    .from(transactions)
    .where(eq(transactions.chargePointId, first.id))
    .orderBy(transactions.id);
  expect(charges.map(({ stoppedAt }) => stoppedAt === null)).toEqual([false, true]);
});

/** Requests a start in the app. Returns what the events of its transaction carry. */
async function requestStart(station: Station & { number: string }) {
  const driver = apiClient(network.backend, await addDriver(network, 10_000));
  expect((await driver.start(station.number)).status).toBe('Accepted');
  const [start] = callsOf(station, 'RequestStartTransaction');
  const idTag = String(fieldsOf(start?.idToken).idToken);
  return {
    driver,
    started: { trigger: 'RemoteStart', idTag, info: { remoteStartId: start?.remoteStartId } },
  };
}
const chargeAt = async (id: string) =>
  (await network.backend.context.db.select().from(transactions).where(eq(transactions.chargePointId, id)))[0];

test('a register that starts again at zero during a charge does not bill what the meter had counted before', async () => {
  const station = await connect();
  const { started } = await requestStart(station);
  const send = (seqNo: number, kind: 'Started' | 'Updated' | 'Ended', more: object) =>
    station.call('TransactionEvent', transactionEvent('low-reading', seqNo, kind, more));
  await send(0, 'Started', started);
  await send(1, 'Updated', { wh: 1_000_000, trigger: 'MeterValuePeriodic' });
  await send(2, 'Updated', { wh: 1_000_020, trigger: 'MeterValuePeriodic' });
  await send(3, 'Updated', { wh: 0, trigger: 'MeterValuePeriodic' });
  expect(await chargeAt(station.id)).toMatchObject({ meterStartWh: 1_000_000, stopWantedAt: null });
  await send(4, 'Ended', { wh: 1_000_040, info: { stoppedReason: 'EVDisconnected' } });
  const charge = await chargeAt(station.id);
  expect((charge?.meterStopWh ?? 0) - (charge?.meterStartWh ?? 0)).toBe(40);
  expect(charge?.billCents).toBeLessThan(300);
  await station.client.close();
});

test('stores the end of a charge that has a character that no database takes', async () => {
  const station = await connect();
  const { started } = await requestStart(station);
  await station.call('TransactionEvent', transactionEvent('nul', 0, 'Started', { wh: 100, ...started }));
  // Number 1 is missing, so that the end is stored first.
  const customData = { vendorId: 'padded\0' };
  const ended = { ...transactionEvent('nul', 2, 'Ended', { wh: 120 }), customData };
  expect(await station.call('TransactionEvent', ended)).toEqual({});
  await station.client.close();
});

test('refuses and stops a charge that the charge point begins at another EVSE than the one of the start', async () => {
  const station = await connect();
  const { started } = await requestStart(station);
  const event = { ...transactionEvent('elsewhere', 0, 'Started', { wh: 100, ...started }), evse: { id: 7 } };
  expect(await station.call('TransactionEvent', event)).toEqual({ idTokenInfo: { status: 'Invalid' } });
  await until('the stop', () => callsOf(station, 'RequestStopTransaction')[0]);
  await station.client.close();
});
