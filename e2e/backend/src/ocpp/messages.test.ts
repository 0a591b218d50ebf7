import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { instantOf, integerOf, numberOf, textOf } from './fields.ts';
import {
  readAuthorize,
  readBootNotification,
  readMeterValuesRequest,
  readStartTransaction,
  readStatusNotification,
  readStopTransaction,
} from './messages.ts';
import { readMeterValue } from './meter-values.ts';

const RECEIVED = new Date('2026-03-01T12:00:00Z');
const NAMES = [
  ...['connectorId', 'transactionId', 'idTag', 'meterStart', 'meterStop', 'timestamp', 'reason', 'status'],
  ...['errorCode', 'meterValue', 'transactionData', 'sampledValue', 'value', 'unit', 'measurand', 'phase'],
];
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('2026-03-01T12:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', 'NaN'),
    fc.constantFrom(1e300, -0, 2 ** 31, '1,5', '12.345,6', 'Wh', 'kWh', 'A\u0000', '\ud800', '__proto__'),
    fc.jsonValue(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 8 }),
  ),
})).value;

const isStorable = (text: string | undefined) =>
  text === undefined || (!text.includes('\0') && text.isWellFormed());
const isInt32 = (id: number) => Number.isInteger(id) && Math.abs(id) < 2 ** 31;
const isRegister = (wh: number) => Number.isInteger(wh) && Math.abs(wh) <= 1e15;
const isInstant = (at: Date) => at.getUTCFullYear() >= 1900 && at.getUTCFullYear() < 9999;

test('parses any payload into values that the database can store', () => {
  fc.assert(
    fc.property(anything, (payload) => {
      const start = readStartTransaction(payload, RECEIVED);
      const stop = readStopTransaction(payload, RECEIVED);
      const meters = readMeterValuesRequest(payload, RECEIVED);
      const status = readStatusNotification(payload);
      const samples = [...meters.meterValue, ...(stop.transactionData ?? [])].map(readMeterValue);
      const ids = [start.connectorId, stop.transactionId, meters.connectorId, status.connectorId];
      expect([...ids, meters.transactionId ?? 1].every(isInt32)).toBe(true);
      expect([start.meterStart, stop.meterStop ?? 0].every(isRegister)).toBe(true);
      const instants = [start.timestamp, stop.timestamp, status.timestamp ?? RECEIVED];
      expect([...instants, ...samples.map(({ at }) => at)].every(isInstant)).toBe(true);
      const texts = [start.idTag, stop.idTag, stop.reason, status.status, readAuthorize(payload)];
      expect([...texts, ...Object.values(readBootNotification(payload))].every(isStorable)).toBe(true);
      for (const { wh, watts, soc } of samples)
        expect([wh, watts, soc].every((figure) => figure === undefined || Number.isFinite(figure))).toBe(
          true,
        );
    }),
    { numRuns: 2000 },
  );
});

test('reads numbers as numbers, as text, and with a decimal comma', () => {
  expect([12, '12', ' 12.5 ', '12,5', '-3', '1e3'].map(numberOf)).toEqual([12, 12, 12.5, 12.5, -3, 1000]);
  const unreadable = ['', 'x', '0x10', '1.234,5', '1,2,3', 'Infinity', null, true, [1], {}];
  expect(unreadable.map(numberOf).filter((number) => number !== undefined)).toEqual([]);
  expect([7, '7', 7.5, 2 ** 31, '-1'].map(integerOf)).toEqual([7, 7, undefined, undefined, -1]);
});

test('reads timestamps with or without a zone, and refuses malformed ones', () => {
  const readable = ['2026-03-01T12:00:00Z', '2026-03-01T09:00:00.000-03:00', '2026-03-01 12:00:00'];
  expect(readable.map(instantOf)).toEqual([RECEIVED, RECEIVED, RECEIVED]);
  const unreadable = [
    'now',
    '2026-13-01T00:00:00Z',
    '0000-00-00T00:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '01/03/2026',
    1_772_366_400,
    null,
  ];
  expect(unreadable.map(instantOf).filter((instant) => instant !== undefined)).toEqual([]);
});

test('reads a number in place of a text', () => {
  expect([4711, 'A'].map((value) => textOf(value))).toEqual(['4711', 'A']);
});
