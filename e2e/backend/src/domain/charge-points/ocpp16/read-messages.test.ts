import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { instantOf, integerOf, numberOf, textOf } from '../fields.ts';
import {
  readAuthorize,
  readBootNotification,
  readMeterValuesRequest,
  readStartTransaction,
  readStatusNotification,
  readStopTransaction,
} from './read-messages.ts';

const RECEIVED = new Date('2026-03-01T12:00:00Z');
const NAMES = [
  'connectorId',
  'transactionId',
  'idTag',
  'meterStart',
  'meterStop',
  'timestamp',
  'reason',
  'status',
  'errorCode',
  'meterValue',
  'transactionData',
  'sampledValue',
  'value',
  'unit',
  'measurand',
  'phase',
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
      const status = readStatusNotification(payload, RECEIVED);
      const samples = [...meters.samples, ...(stop.samples ?? [])];
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

const read = (text: unknown) => instantOf(text, RECEIVED);

test('reads timestamps with zones in any ISO 8601 form, and refuses malformed ones', () => {
  const readable = [
    '2026-03-01T12:00:00Z',
    '2026-03-01t12:00:00,000z',
    '2026-03-01 12:00 UTC',
    '2026-03-01T12:00+00',
    '2026-03-01T09:00:00.000-03:00',
    '2026-03-01T09:00:00-0300',
    '2026-03-01T09:00:00.0000000-03',
    '2026-03-01 17:30:00 +0530',
    '2026-03-01T12:00:00-00:00',
  ];
  expect(readable.map(read)).toEqual(readable.map(() => RECEIVED));
  const unreadable = [
    'now',
    '2026-13-01T00:00:00Z',
    '0000-00-00T00:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '01/03/2026',
    '2026-03-01T12:00:00-99',
    '2026-03-01T12:00:00-3',
    1_772_366_400,
    null,
  ];
  expect(unreadable.map(read).filter((instant) => instant !== undefined)).toEqual([]);
});

test("reads a timestamp without a zone in the sites' zone, or in UTC if that is after its receipt", () => {
  const readings = [
    // Now and a minute ahead in local time; three days and 56 years ago.
    ['2026-03-01T09:00:00', '2026-03-01T12:00:00Z'],
    ['2026-03-01 09:01:00.500', '2026-03-01T12:01:00.500Z'],
    ['2026-02-26T09:00', '2026-02-26T12:00:00Z'],
    ['1970-01-01T00:00:00', '1970-01-01T03:00:00Z'],
    // Now and an hour ago in UTC.
    ['2026-03-01T12:00:00', '2026-03-01T12:00:00Z'],
    ['2026-03-01T11:00:00', '2026-03-01T11:00:00Z'],
  ];
  expect(readings.map(([text]) => read(text))).toEqual(
    readings.map(([, instant]) => new Date(instant ?? '')),
  );
});

test('reads every instant back from any form in which a charge point may send it', () => {
  const received = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const offset = fc.constantFrom(-720, -180, -150, 0, 60, 345, 840);
  const form = fc.record({
    separator: fc.constantFrom('T', 't', ' '),
    colon: fc.constantFrom(':', ''),
    gap: fc.constantFrom('', ' '),
    fraction: fc.constantFrom('', '.000', ',000'),
  });
  const anyAgo = fc.integer({ min: -3600, max: 30 * 86_400 });
  fc.assert(
    fc.property(
      received,
      anyAgo,
      offset,
      form,
      (receivedAt, ago, minutes, { separator, colon, gap, fraction }) => {
        const at = new Date(Math.floor(receivedAt.getTime() / 1000 - ago) * 1000);
        const written = (shift: number) =>
          new Date(at.getTime() + shift * 60_000).toISOString().slice(0, 19).replace('T', separator) +
          fraction;
        const size = Math.abs(minutes);
        const digits = (value: number) => String(Math.floor(value)).padStart(2, '0');
        const zone = `${minutes < 0 ? '-' : '+'}${digits(size / 60)}${colon}${digits(size % 60)}`;
        expect(instantOf(`${written(minutes)}${gap}${zone}`, receivedAt)).toEqual(at);
        expect(instantOf(`${written(-180)}${gap}-03`, receivedAt)).toEqual(at);
        expect(instantOf(written(-180), receivedAt)).toEqual(at);
      },
    ),
  );
});

test.each(['CARD\0 ', '\0CARD', ' CARD\0', ' \0 CARD\0\0 \0', 'CARD\0junk', `CARD${' '.repeat(99)}`])(
  'reads the tag of %j up to its first NUL, without padding',
  (idTag) => expect(readAuthorize({ idTag })).toBe('CARD'),
);

test('reads a number in place of a text', () => {
  expect([4711, 'A'].map((value) => textOf(value))).toEqual(['4711', 'A']);
});
