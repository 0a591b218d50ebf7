/** Message shapes that charge points of other makers send, over a real websocket, with the energy that is billed. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { and, desc, eq } from 'drizzle-orm';
import { addChargePoint, addDriver, type Network, openNetwork, PRICE } from '../charging/testing.ts';
import { connectors, idTags, pricePeriods, transactions, unknownStops } from '../db/schema.ts';
import { connectRaw } from './testing.ts';

const HOUR = 3_600_000;
const START_WH = 10_000;
let network: Network;
let shiftMs = 0;
let count = 0;
let log = '';

beforeAll(async () => {
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  network = await openNetwork({
    now: () => new Date(Date.now() + shiftMs),
    ...{ logTo, logLevel: 'warn', sandbox: true },
  });
  // Energy alone costs something, so that the bill tells which energy counted.
  await network.backend.context.db.update(pricePeriods).set({
    price: { ...PRICE, PriceKwh: 2, TransactionPrice: 0, PriceTimeCharging: 0, PriceTimePlugged: 0 },
  });
}, 30_000);
afterAll(() => network.backend.close());

const timestamp = () => network.backend.context.now().toISOString();

/** A connected charge point with a connector of 50 kW, and a driver's card. */
async function setUp() {
  count += 1;
  const id = `FOREIGN-${count}`;
  const card = `CARD-${count}`;
  await addChargePoint(network, id, String(60_000 + count));
  const { db } = network.backend.context;
  const { id: userId } = await addDriver(network, 20_000);
  await db.insert(idTags).values({ tag: card, label: card, userId });
  const line = await connectRaw(network.backend.url, id);
  async function confirmed(method: string, payload: unknown) {
    const frame = await line.call(method, payload);
    expect({ method, frame }).toEqual({ method, frame: [3, expect.any(String), expect.any(Object)] });
    return frame[2] as { transactionId: number; idTagInfo: { status: string } };
  }
  return {
    ...{ id, card, db, userId, line, confirmed },
    async row() {
      const [row] = await db
        .select()
        .from(transactions)
        .where(eq(transactions.chargePointId, id))
        .orderBy(desc(transactions.id));
      if (!row) throw new Error('no transaction was written');
      return row;
    },
    begin: (odd: object = {}) =>
      confirmed('StartTransaction', {
        ...{ connectorId: 1, idTag: card, meterStart: START_WH, timestamp: timestamp(), ...odd },
      }),
  };
}

interface Shape {
  start?: object;
  /** Each list is the sampledValue of one meter value. */
  samples?: unknown[];
  /** Overrides fields of MeterValues. */
  meters?: object;
  sampledAt?: string;
  stop: object;
  kwh: number;
}

const wh = (value: unknown) => ({ value, unit: 'Wh' });
const DATA = [
  { ...wh('10000'), context: 'Transaction.Begin' },
  { ...wh('17500'), context: 'Transaction.End' },
].map((sample) => ({ timestamp: '2026-01-01T00:00:00Z', sampledValue: [sample] }));
const FREQUENCY = { value: '50', measurand: 'Frequency', unit: 'Hz' };

const SHAPES: Record<string, Shape> = {
  'a register and power in kWh and kW': {
    samples: [
      [
        { value: '15.0', unit: 'kWh', measurand: 'Energy.Active.Import.Register' },
        { value: '22.1', unit: 'kW', measurand: 'Power.Active.Import' },
      ],
    ],
    stop: { meterStop: 16_000 },
    kwh: 6,
  },
  'units in another case': { samples: [[{ value: '15', unit: 'KWH' }]], stop: { meterStop: 0 }, kwh: 5 },
  'no measurand and no unit': { samples: [[{ value: '14000' }]], stop: { meterStop: 15_000 }, kwh: 5 },
  'transactionData with the register while meterStop is 0': {
    stop: { meterStop: 0, transactionData: DATA },
    kwh: 7.5,
  },
  'transactionData and no meterStop': {
    stop: { meterStop: undefined, transactionData: DATA },
    kwh: 7.5,
  },
  'transactionData that is not a list': { stop: { meterStop: 12_000, transactionData: 'none' }, kwh: 2 },
  'a signed value beside the raw one': {
    samples: [[{ value: 'A1B2', format: 'SignedData', unit: 'Wh' }, wh('15000')]],
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'registers of three phases': {
    samples: [['L1', 'L2', 'L3'].map((phase) => ({ ...wh('5000'), phase }))],
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'registers at the inlet and the outlet': {
    samples: [
      [
        { ...wh('16000'), location: 'Inlet' },
        { ...wh('15000'), location: 'Outlet' },
      ],
    ],
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'values with a decimal comma': {
    samples: [[{ value: '15,5', unit: 'kWh' }]],
    stop: { meterStop: 0 },
    kwh: 5.5,
  },
  'a register that runs backwards': {
    samples: [[wh('18000')], [wh('12000')]],
    stop: { meterStop: 12_000 },
    kwh: 8,
  },
  'a value as a number': { samples: [[wh(15_000)]], stop: { meterStop: 0 }, kwh: 5 },
  'a unit that OCPP does not know': {
    samples: [[FREQUENCY, wh('15000')], [{ value: '99000', unit: 'MJ' }]],
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'null samples, null fields and unknown keys': {
    start: { vendor: 'x', reservationId: null },
    samples: [[null, 7, { ...wh('15000'), phase: null, context: null, extra: { a: 1 } }], null],
    stop: { meterStop: null, idTag: null, reason: null, extra: 1 },
    kwh: 5,
  },
  'a sampledValue without its list': { samples: [wh('15000')], stop: { meterStop: 0 }, kwh: 5 },
  'the transactionId of MeterValues as 0': {
    samples: [[wh('15000')]],
    meters: { transactionId: 0 },
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'the transactionId of MeterValues as -1': {
    samples: [[wh('15000')]],
    meters: { transactionId: -1 },
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'the transactionId of StopTransaction as 0': { stop: { transactionId: 0, meterStop: 15_000 }, kwh: 5 },
  'the transactionId of StopTransaction as -1': { stop: { transactionId: -1, meterStop: 15_000 }, kwh: 5 },
  'numbers as text': {
    start: { connectorId: '1', meterStart: '10000' },
    samples: [[wh('15000')]],
    meters: { connectorId: '1' },
    stop: { meterStop: '16000,4' },
    kwh: 6,
  },
  'timestamps that cannot be read': {
    start: { timestamp: 'yesterday' },
    samples: [[wh('15000')]],
    sampledAt: '0000-00-00T00:00:00Z',
    stop: { timestamp: null, meterStop: 16_000 },
    kwh: 6,
  },
  'a timestamp without a zone, and no meterStop': {
    samples: [[wh('15000')]],
    stop: { timestamp: '2026-01-01 00:00:00', meterStop: 'x' },
    kwh: 5,
  },
  'an unreadable meterStart': { start: { meterStart: 'x' }, stop: { meterStop: 50_000_000 }, kwh: 0 },
};

test.each(Object.entries(SHAPES))('bills the energy of %s', async (_, shape) => {
  const { db, begin, confirmed, card, line, row } = await setUp();
  const { transactionId, idTagInfo } = await begin(shape.start);
  expect(idTagInfo.status).toBe('Accepted');
  shiftMs += HOUR;
  const meters = { connectorId: 1, transactionId, ...shape.meters };
  for (const sampledValue of shape.samples ?? [])
    await confirmed('MeterValues', {
      ...meters,
      meterValue: [{ timestamp: shape.sampledAt ?? timestamp(), sampledValue }],
    });
  await confirmed('StopTransaction', {
    ...{ transactionId, idTag: card, timestamp: timestamp(), reason: 'Local' },
    ...shape.stop,
  });
  const { id, stoppedAt, billCents, meterStartWh, meterStopWh } = await row();
  expect({ id, isOver: stoppedAt !== null }).toEqual({ id: transactionId, isOver: true });
  expect(((meterStopWh ?? 0) - meterStartWh) / 1000).toBe(shape.kwh);
  expect(billCents).toBe(Math.round(shape.kwh * 200));
  expect(await db.select().from(unknownStops).where(eq(unknownStops.idTag, card))).toEqual([]);
  line.socket.terminate();
});

test('reads the transactionId of MeterValues and StopTransaction as text', async () => {
  const { begin, confirmed, row } = await setUp();
  const transactionId = String((await begin()).transactionId);
  shiftMs += HOUR;
  const meterValue = [{ timestamp: timestamp(), sampledValue: [wh('15000')] }];
  await confirmed('MeterValues', { connectorId: null, transactionId, meterValue });
  await confirmed('StopTransaction', { transactionId, meterStop: 0, timestamp: timestamp() });
  expect(await row()).toMatchObject({ id: Number(transactionId), meterStopWh: 15_000 });
});

test('stores an unknown stop reason as Other', async () => {
  const { begin, confirmed, row } = await setUp();
  const { transactionId } = await begin();
  const stop = { transactionId, meterStop: START_WH, timestamp: timestamp(), reason: 'Presumed' };
  await confirmed('StopTransaction', stop);
  expect(await row()).toMatchObject({ stopReason: 'Other' });
});

test('marks a charge for review when its start has no register', async () => {
  const { begin, confirmed, row } = await setUp();
  const { transactionId } = await begin({ meterStart: null });
  await confirmed('StopTransaction', { transactionId, meterStop: 5_000_000, timestamp: timestamp() });
  expect(await row()).toMatchObject({ meterStopWh: 0, reviewReason: 'IMPLAUSIBLE_METER' });
});

test('does not count power in an unknown unit', async () => {
  const { id, db, begin, confirmed } = await setUp();
  const { transactionId } = await begin();
  const power = (value: string, unit: string) => ({ value, unit, measurand: 'Power.Active.Import' });
  for (const sample of [power('7000', 'W'), power('9', 'kVA')])
    await confirmed('MeterValues', {
      ...{ connectorId: 1, transactionId },
      meterValue: [{ timestamp: timestamp(), sampledValue: [sample] }],
    });
  const [connector] = await db.select().from(connectors).where(eq(connectors.chargePointId, id));
  expect(connector?.powerW).toBe(7000);
});

test('answers Invalid to a start whose tag cannot be read', async () => {
  const { begin, confirmed, row } = await setUp();
  for (const idTag of [null, { a: 1 }, 'x'.repeat(5000), 'A\u0000B', undefined]) {
    expect((await begin({ idTag })).idTagInfo).toEqual({ status: 'Invalid' });
    expect((await confirmed('Authorize', { idTag })).idTagInfo).toEqual({ status: 'Invalid' });
    expect(await row()).toMatchObject({ userId: null, price: null });
    shiftMs += 60_000;
  }
});

test('confirms a start on an unknown connector as Invalid and keeps its stop', async () => {
  const { id, card, db, begin, confirmed, row } = await setUp();
  const { transactionId: running } = await begin();
  for (const connectorId of [77, 0, -1, 'x', null]) {
    const { transactionId, idTagInfo } = await begin({ connectorId });
    expect(idTagInfo).toEqual({ status: 'Invalid' });
    expect(Number.isInteger(transactionId)).toBe(true);
    const sampledValue = [wh('11000')];
    await confirmed('MeterValues', { connectorId, transactionId, meterValue: [{ sampledValue }] });
    const stop = { transactionId, meterStop: 12_345, timestamp: '2026-05-05T05:05:05Z', idTag: card };
    await confirmed('StopTransaction', stop);
    expect(await row()).toMatchObject({ id: running, stoppedAt: null, meterLastWh: null });
  }
  const kept = await db
    .select()
    .from(unknownStops)
    .where(and(eq(unknownStops.chargePointId, id), eq(unknownStops.meterStopWh, 12_345)));
  expect(kept).toHaveLength(1);
});

test('confirms MeterValues, StatusNotification and StopTransaction that name nothing known', async () => {
  const { confirmed, begin, row } = await setUp();
  for (const payload of [{}, [], null, 'x', { connectorId: 77 }, { meterValue: {} }]) {
    await confirmed('MeterValues', payload);
    await confirmed('StatusNotification', payload);
    await confirmed('StopTransaction', payload);
    await confirmed('Heartbeat', payload);
  }
  await begin();
  await confirmed('MeterValues', { meterValue: [{ timestamp: timestamp(), sampledValue: [wh('11000')] }] });
  expect(await row()).toMatchObject({ meterLastWh: null });
});

test('reads a status without errorCode, with odd fields, or in another case', async () => {
  const { id, db, confirmed } = await setUp();
  const shown = async () => {
    const [row] = await db.select().from(connectors).where(eq(connectors.chargePointId, id));
    return [row?.status, row?.errorCode];
  };
  const tell = (fields: object) => confirmed('StatusNotification', { connectorId: 1, ...fields });
  await tell({ status: 'Available', timestamp: 'now', info: 'x'.repeat(200) });
  expect(await shown()).toEqual(['Available', null]);
  await tell({ status: 'preparing', errorCode: null, connectorId: '1' });
  expect(await shown()).toEqual(['Preparing', null]);
  await tell({ status: 'Occupied', errorCode: 'NO_ERROR_AT_ALL' });
  expect(await shown()).toEqual(['Unavailable', 'OtherError']);
  await tell({ errorCode: 'NoError' });
  expect(await shown()).toEqual(['Unavailable', 'OtherError']);
});

test('boots a charge point whose BootNotification has odd fields', async () => {
  const { id, confirmed } = await setUp();
  const boot = { chargePointVendor: 'V', chargePointModel: 7, firmwareVersion: null, extra: { a: 'b' } };
  expect(await confirmed('BootNotification', boot)).toMatchObject({ status: 'Accepted' });
  const [row] = await network.backend.context.db.query.chargePoints.findMany({
    where: (points, { eq: is }) => is(points.id, id),
  });
  expect(row?.boot).toEqual({ chargePointVendor: 'V', chargePointModel: '7' });
});

test('logs an odd message once, by the names of its fields alone', async () => {
  const { id, begin, confirmed } = await setUp();
  const { transactionId } = await begin();
  for (let i = 0; i < 5; i++)
    await confirmed('MeterValues', {
      ...{ connectorId: 1, transactionId },
      meterValue: [{ timestamp: timestamp(), sampledValue: [{ value: '15000', unit: 'SECRET-UNIT' }] }],
    });
  const lines = log.split('\n').filter((line) => line.includes(`"${id}"`));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('sampledValue/0/unit');
  expect(lines[0]).not.toContain('SECRET-UNIT');
});

test.each(['LogStatusNotification', 'Reset', 'MadeUp', '', '__proto__', 'x'.repeat(9000)])(
  'answers NotImplemented to the action %s, whatever its payload',
  async (action) => {
    const { line } = await setUp();
    for (const payload of [[], [null], [{}], [{ type: 9 }], [[1]], ['x']]) {
      const frame = await line.call(action, ...payload);
      expect([frame[0], frame[2]]).toEqual([4, 'NotImplemented']);
      expect(String(frame[3]).length).toBeLessThan(256);
    }
  },
);
