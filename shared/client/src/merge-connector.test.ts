import { expect, rs, test } from '@rstest/core';
import { CONNECTOR_STATUSES, LiveConnector, Transaction } from '@shared/contract';
import fc from 'fast-check';
import { chargeReport, type KnownConnector, mergeConnector, stamp, statusReport } from './merge-connector.ts';

const place = { chargePointId: 'cp', connectorId: '1' };
const charge = (id: string, more: object = {}) =>
  Transaction.parse({ ...place, transactionId: id, startTime: `2026-01-01T10:0${id}:00Z`, ...more });
const status = (more: object, at: number) =>
  statusReport(LiveConnector.parse({ ...place, isConnected: true, ...more }), at);
const merge = (reports: readonly KnownConnector[]) =>
  reports.reduce<KnownConnector | undefined>(mergeConnector, undefined);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyCharge = fc
  .record({
    id: fc.constantFrom('1', '2', '3'),
    startTime: maybe(fc.constantFrom('2026-01-01T10:01:00Z', '2026-01-01T10:02:00Z')),
    meterTotal: maybe(fc.nat(50)),
    chargeRateKW: maybe(fc.nat(22)),
    suspendedSince: maybe(fc.constant('2026-01-01T10:30:00Z')),
    stopTime: maybe(fc.constant('2026-01-01T11:00:00Z')),
    uv: maybe(fc.record({ uvName: fc.constantFrom('Azulzinho', 'Vermelhinho') })),
  })
  .map(({ id, ...more }) => charge(id, more));
const anyReport: fc.Arbitrary<(at: number) => KnownConnector> = fc.oneof(
  fc
    .record({
      status: maybe(fc.constantFrom(...CONNECTOR_STATUSES)),
      soC: maybe(fc.nat(100)),
      meterKWH: maybe(fc.nat(50)),
      transaction: maybe(anyCharge),
    })
    .map((values) => (at: number) => status(values, at)),
  anyCharge.map((transaction) => (at: number) => chargeReport(transaction, at, false)),
  anyCharge.map((transaction) => (at: number) => chargeReport(transaction, at, true)),
);
/** Reports in the order in which they were made, and the same reports shuffled. */
const anyReports = fc
  .array(anyReport, { minLength: 1, maxLength: 12 })
  .map((made) => made.map((report, at) => report(at + 1)))
  .chain((reports) =>
    fc.record({
      reports: fc.constant(reports),
      shuffled: fc.shuffledSubarray(reports, { minLength: reports.length }),
    }),
  );

test('gives the same result for the same reports in any order', () => {
  fc.assert(
    fc.property(anyReports, ({ reports, shuffled }) => {
      expect(merge(shuffled)).toEqual(merge(reports));
    }),
    { numRuns: 300 },
  );
});

test('keeps the end of a charge if its stop event, without a start time, arrives before its start', () => {
  const stop = chargeReport(charge('2', { startTime: undefined, meterTotal: 7 }), 2, true);
  const reports = [chargeReport(charge('1'), 1, false), stop, chargeReport(charge('2'), 3, false)];
  expect(merge(reports)).toMatchObject({
    charge: { transactionId: '2', meterTotal: 7, stoppedAt: 2 },
    transaction: undefined,
  });
});

test('gives the same result when reports arrive twice', () => {
  fc.assert(
    fc.property(anyReports, ({ reports, shuffled }) => {
      expect(merge([...reports, ...shuffled])).toEqual(merge(reports));
    }),
    { numRuns: 300 },
  );
});

test('takes the status from the newest report, also when a response to an earlier request is late', () => {
  const late = status({ status: 'Preparing', soC: 10 }, 1);
  expect(merge([status({ status: 'Charging', soC: 60 }, 2), late])).toMatchObject({
    status: 'Charging',
    soC: 60,
  });
});

test('keeps values of the charge that a report omits, except the power and the start of a pause', () => {
  const reports = [
    status(
      {
        status: 'Charging',
        soC: 40,
        chargeRateKW: 7,
        transaction: charge('1', { meterTotal: 3, suspendedSince: '2026-01-01T10:30:00Z' }),
      },
      1,
    ),
    status({ status: 'SuspendedEVSE', transaction: charge('1') }, 2),
  ];
  expect(merge(reports)?.charge).toMatchObject({
    soC: 40,
    meterTotal: 3,
    chargeRateKW: undefined,
    suspendedSince: undefined,
  });
});

test('never decreases the energy of an open charge, and ends with the meter of the stop', () => {
  const reports = [5, 4].map((meterTotal, at) =>
    status({ transaction: charge('1', { meterTotal }) }, at + 1),
  );
  expect(merge(reports)?.transaction?.meterTotal).toBe(5);
  const stop = chargeReport(charge('1', { meterTotal: 4.5 }), 9, true);
  expect(merge([stop, ...reports])).toMatchObject({ charge: { meterTotal: 4.5 }, transaction: undefined });
});

test('keeps a meter value of 0 kWh', () => {
  const reports = [{}, { meterTotal: 0 }].map((more, at) => status({ transaction: charge('1', more) }, at));
  expect(merge(reports)?.charge?.meterTotal).toBe(0);
});

test('never returns the same stamp twice, or an earlier one when the clock is set back', () => {
  rs.useFakeTimers({ toFake: ['Date'] });
  const first = stamp();
  rs.setSystemTime(Date.now() - 60_000);
  expect(stamp()).toBeGreaterThan(first);
  expect(stamp()).toBeGreaterThan(first + 1);
  rs.useRealTimers();
});
