/**
 * Message shapes of other manufacturers' charge points, sent over a real websocket, and the energy
 * billed for them.
 */
import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { unknownStops } from '../../platform/database/schema.ts';
import { CENTS_PER_KWH, HOUR, setUpForeign, wh } from './foreign.testing.ts';

const foreign = setUpForeign();
const { timestamp } = foreign;

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

const DATA = [
  { ...wh('10000'), context: 'Transaction.Begin' },
  { ...wh('17500'), context: 'Transaction.End' },
].map((sample) => ({ timestamp: '2026-01-01T00:00:00Z', sampledValue: [sample] }));
/** Samples every 10 s for a day. */
const DAY_OF_DATA = Array.from({ length: 8640 }, (_, i) => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  sampledValue: [
    { ...wh(String(10_000 + i)), context: 'Sample.Periodic', measurand: 'Energy.Active.Import.Register' },
    { value: '7000', unit: 'W', context: 'Sample.Periodic', measurand: 'Power.Active.Import' },
    { value: '50', unit: 'Percent', context: 'Sample.Periodic', measurand: 'SoC' },
  ],
}));
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
  'measurand, context and location in another case': {
    samples: [
      [
        {
          ...wh('15000'),
          measurand: 'energy.active.import.register',
          context: 'sample.periodic',
          location: 'OUTLET',
        },
      ],
    ],
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'no measurand and no unit': { samples: [[{ value: '14000' }]], stop: { meterStop: 15_000 }, kwh: 5 },
  'transactionData with the register while meterStop is 0': {
    stop: { meterStop: 0, transactionData: DATA },
    kwh: 7.5,
  },
  'transactionData with begin and end in one meter value': {
    stop: { meterStop: 0, transactionData: [{ sampledValue: DATA.flatMap((data) => data.sampledValue) }] },
    kwh: 7.5,
  },
  'registers of three phases at begin and end in one meter value': {
    samples: [
      ['Transaction.Begin', 'Transaction.End'].flatMap((context, i) =>
        ['L1', 'L2', 'L3'].map((phase) => ({ ...wh(String(4000 + i * 1000)), phase, context })),
      ),
    ],
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'a day of transactionData': { stop: { meterStop: 0, transactionData: DAY_OF_DATA }, kwh: 8.639 },
  'transactionData and no meterStop': {
    stop: { meterStop: undefined, transactionData: DATA },
    kwh: 7.5,
  },
  'transactionData beyond what the connector can deliver': {
    stop: { meterStop: 12_000, transactionData: [{ sampledValue: [wh('900000000')] }] },
    kwh: 2,
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
  'registers of three phases, each reported twice and in lower case': {
    samples: [['l1', 'l1-n', 'L2', 'L2-N', 'l3'].map((phase) => ({ ...wh('5000'), phase }))],
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'registers of three phases in separate meter values': {
    samples: ['L1', 'L2', 'L3'].map((phase) => [{ ...wh('3500'), phase }]),
    stop: { meterStop: 10_500 },
    kwh: 0.5,
  },
  'the main meter of connector 0 with the id of the charge': {
    samples: [[wh('40000')]],
    meters: { connectorId: 0 },
    stop: { meterStop: 14_500 },
    kwh: 4.5,
  },
  'the meter of another connector with the id of the charge': {
    samples: [[wh('40000')]],
    meters: { connectorId: 2 },
    stop: { meterStop: 14_500 },
    kwh: 4.5,
  },
  'samples that count from zero while start and stop do not': {
    samples: [[wh('300')], [{ value: '4.5', unit: 'kWh' }]],
    stop: { meterStop: 0 },
    kwh: 4.5,
  },
  'samples without a unit that count from zero while start and stop do not': {
    samples: [[{ value: '12' }], [{ value: '15' }]],
    stop: { meterStop: 10_500 },
    kwh: 0.5,
  },
  'samples in kWh with decimals and without a unit': {
    start: { meterStart: 90_000_000 },
    samples: [[{ value: '90002.4' }]],
    stop: { meterStop: 0 },
    kwh: 2.4,
  },
  'a sample below the start after others above it': {
    samples: [[wh('14000')], [wh('9000')]],
    stop: { meterStop: 0 },
    kwh: 4,
  },
  'a meterStop just below the meterStart': { stop: { meterStop: 9990 }, kwh: 0 },
  'texts with spaces': {
    samples: [[{ value: ' 15.0 ', unit: ' kWh ', measurand: ' Energy.Active.Import.Register ', phase: ' ' }]],
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
  'a sampledValue that is not a list': { samples: [wh('15000')], stop: { meterStop: 0 }, kwh: 5 },
  'transactionId 0 in MeterValues': {
    samples: [[wh('15000')]],
    meters: { transactionId: 0 },
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'transactionId -1 in MeterValues': {
    samples: [[wh('15000')]],
    meters: { transactionId: -1 },
    stop: { meterStop: 0 },
    kwh: 5,
  },
  'transactionId 0 in StopTransaction': { stop: { transactionId: 0, meterStop: 15_000 }, kwh: 5 },
  'transactionId -1 in StopTransaction': { stop: { transactionId: -1, meterStop: 15_000 }, kwh: 5 },
  'numbers as text': {
    start: { connectorId: '1', meterStart: '10000' },
    samples: [[wh('15000')]],
    meters: { connectorId: '1' },
    stop: { meterStop: '16000,4' },
    kwh: 6,
  },
  'unreadable timestamps': {
    start: { timestamp: 'yesterday' },
    samples: [[wh('15000')]],
    sampledAt: '0000-00-00T00:00:00Z',
    stop: { timestamp: null, meterStop: 16_000 },
    kwh: 6,
  },
  'timestamps in the year 9999': {
    start: { timestamp: '9999-12-31T23:59:59.5Z' },
    samples: [[wh('15000')]],
    sampledAt: '9999-12-31T23:59:59-12:00',
    stop: { timestamp: '9999-12-31T23:59:59-12:00', meterStop: 16_000 },
    kwh: 6,
  },
  'a timestamp without a zone, and no meterStop': {
    samples: [[wh('15000')]],
    stop: { timestamp: '2026-01-01 00:00:00', meterStop: 'x' },
    kwh: 5,
  },
  'an unreadable meterStart': { start: { meterStart: 'x' }, stop: { meterStop: 50_000_000 }, kwh: 0 },
};

test.each(Object.entries(SHAPES))('bills the delivered energy of a charge with %s', async (_, shape) => {
  const { db, begin, confirmed, card, connection, row } = await foreign.chargePoint();
  const { transactionId, idTagInfo } = await begin(shape.start);
  expect(idTagInfo.status).toBe('Accepted');
  foreign.advanceClock(HOUR);
  const meters = { connectorId: 1, transactionId, ...shape.meters };
  for (const sampledValue of shape.samples ?? [])
    await confirmed('MeterValues', {
      ...meters,
      meterValue: [{ timestamp: shape.sampledAt ?? timestamp(), sampledValue }],
    });
  await confirmed('StopTransaction', {
    transactionId,
    idTag: card,
    timestamp: timestamp(),
    reason: 'Local',
    ...shape.stop,
  });
  const { id, stoppedAt, billCents, meterStartWh, meterStopWh } = await row();
  expect({ id, isOver: stoppedAt !== null }).toEqual({ id: transactionId, isOver: true });
  expect(((meterStopWh ?? 0) - meterStartWh) / 1000).toBe(shape.kwh);
  expect(billCents).toBe(Math.round(shape.kwh * CENTS_PER_KWH));
  expect(await db.select().from(unknownStops).where(eq(unknownStops.idTag, card))).toEqual([]);
  connection.socket.terminate();
});
