/** Compares bills for random sequences of reports with a second-by-second count. */
import { expect, test } from '@rstest/core';
import { priceCharge } from '@shared/charging';
import { CONNECTOR_STATUSES, type ConnectorStatus, type PriceProfilePeriod } from '@shared/contract';
import fc from 'fast-check';
import { addMs, SECOND_MS } from '../../platform/time.ts';
import { type Periods, usageUntil, withExclusion, withStatus } from './charge-periods.ts';

const startedAt = new Date('2026-03-01T10:00:00Z');
const after = (seconds: number) => addMs(startedAt, seconds * SECOND_MS);

/** A status of the connector or charge point, its presence, or the outcome of an unlock or stop request. */
interface Report {
  seconds: number;
  apply: (periods: Periods, at: Date) => Periods;
  applyToModel: (model: Model) => void;
}
interface Model {
  status: ConnectorStatus;
  isIdle: boolean;
  isPaused: boolean;
  chargePointStatus: ConnectorStatus;
  offline: boolean;
  locked: boolean;
  isOver: boolean;
  isUnplugged: boolean;
}

const statusOf = (status: ConnectorStatus): Omit<Report, 'seconds'> => ({
  apply: (periods, at) => withStatus(periods, { connectorId: 1, status, errorCode: 'NoError' }, at),
  applyToModel(model) {
    model.status = status;
    if (['SuspendedEV', 'Finishing'].includes(status)) model.isIdle = true;
    if (['Charging', 'SuspendedEVSE'].includes(status)) model.isIdle = false;
    if (['Charging', 'SuspendedEV', 'Finishing'].includes(status)) model.isPaused = false;
    if (status === 'SuspendedEVSE') model.isPaused = true;
    if (!['Finishing', 'Faulted', 'Unavailable'].includes(status)) model.locked = false;
    if (status === 'Available') model.isUnplugged = true;
    if (['Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing'].includes(status)) model.isUnplugged = false;
  },
});
const chargePointStatusOf = (status: ConnectorStatus): Omit<Report, 'seconds'> => ({
  apply: (periods, at) => withStatus(periods, { connectorId: 0, status, errorCode: 'NoError' }, at),
  applyToModel(model) {
    model.chargePointStatus = status;
  },
});
const presence = (offline: boolean): Omit<Report, 'seconds'> => ({
  apply: (periods, at) => withExclusion(periods, { cause: 'offline' }, offline, at),
  applyToModel(model) {
    model.offline = offline;
  },
});
const unlock = (failed: boolean): Omit<Report, 'seconds'> => ({
  apply: (periods, at) => withExclusion(periods, { cause: 'unlock' }, failed, at),
  applyToModel(model) {
    model.locked = failed;
  },
});

const acceptedStop: Omit<Report, 'seconds'> = {
  apply: (periods, at) => withExclusion(periods, { cause: 'stop' }, true, at),
  applyToModel(model) {
    model.isOver = true;
  },
};

const anyReports = fc
  .array(
    fc.tuple(
      fc.nat(200),
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...CONNECTOR_STATUSES).map(statusOf) },
        fc.constantFrom<ConnectorStatus>('Available', 'Unavailable', 'Faulted').map(chargePointStatusOf),
        fc.boolean().map(presence),
        fc.boolean().map(unlock),
        fc.constant(acceptedStop),
      ),
    ),
    { maxLength: 12 },
  )
  .map((list): Report[] =>
    list.map(([seconds, report]) => ({ seconds, ...report })).sort((a, b) => a.seconds - b.seconds),
  );

function periodsOf(reports: readonly Report[]): Periods {
  const none: Periods = { suspendedAt: null, suspensions: [], exclusions: [] };
  return reports.reduce((periods, { apply, seconds }) => apply(periods, after(seconds)), none);
}

/** Counts the billed seconds of each kind one by one, as the expected result. */
function count(reports: readonly Report[], end: number) {
  const model: Model = {
    status: 'Charging',
    isIdle: false,
    isPaused: false,
    chargePointStatus: 'Available',
    offline: false,
    locked: false,
    isOver: false,
    isUnplugged: false,
  };
  const billed = { idle: 0, charging: 0, paused: 0 };
  for (let second = 0; second < end; second++) {
    for (const { seconds, applyToModel } of reports) if (seconds === second) applyToModel(model);
    const { status, isIdle, isPaused, chargePointStatus, offline, locked, isOver, isUnplugged } = model;
    const isBroken = [status, chargePointStatus].some((one) => one === 'Faulted' || one === 'Unavailable');
    if (isBroken || isUnplugged || (isIdle && (offline || locked))) continue;
    if ((isIdle || isPaused) && isOver) continue;
    billed[isIdle ? 'idle' : isPaused ? 'paused' : 'charging'] += 1;
  }
  return billed;
}

const price: PriceProfilePeriod = {
  priceProfilePeriodFreeCharge: false,
  PriceKwh: 0,
  PriceTimeCharging: 0.6,
  TransactionPrice: 0,
  PriceTimeParking: 0,
  ParkingGracePeriod: 0,
  PriceTimePlugged: 0,
  // R$ 0,60 per minute as well: one cent per second.
  PriceTimeOverstay: 36,
  OverstayGracePeriod: 0,
  OverstayPenalty: 0,
  DiscountTotal: 0,
};

test('bills no time while the charge point is faulted or unavailable, no idle time while it is offline or the cable locked, and only charging time after an accepted stop or while the connector is free', () => {
  fc.assert(
    fc.property(anyReports, fc.nat(240), (reports, end) => {
      const usage = usageUntil({ startedAt, ...periodsOf(reports) }, 0, after(end));
      const { idle, charging, paused } = count(reports, end);
      expect(usage).toMatchObject({
        overstaySeconds: idle,
        chargingSeconds: charging,
        pluggedSeconds: idle + charging + paused,
      });
      expect(priceCharge(price, usage).total).toBe(idle + charging);
    }),
  );
});

test('counts a pause by the charger neither as idle nor as charging time', () => {
  fc.assert(
    fc.property(anyReports, fc.nat(200), fc.nat(200), (reports, from, length) => {
      const pause = { seconds: from, ...statusOf('SuspendedEVSE') };
      const earlierReports = reports.filter(({ seconds }) => seconds < from);
      const billedUntil = (seconds: number) => {
        const periods = periodsOf([...earlierReports, pause]);
        const { overstaySeconds, chargingSeconds } = usageUntil({ startedAt, ...periods }, 0, after(seconds));
        return { overstaySeconds, chargingSeconds };
      };
      expect(billedUntil(from + length)).toEqual(billedUntil(from));
    }),
  );
});

test('excludes idle time from a reported lock failure until the connector reports none', () => {
  const failing = { connectorId: 1, status: 'Finishing', errorCode: 'ConnectorLockFailure' };
  const repaired = { ...failing, errorCode: 'NoError', previousError: 'ConnectorLockFailure' };
  const failed = withStatus(periodsOf([]), failing, after(60));
  const resolved = withStatus(failed, repaired, after(100));
  expect(usageUntil({ startedAt, ...resolved }, 0, after(130))).toMatchObject({
    chargingSeconds: 60,
    overstaySeconds: 30,
  });
});

test('stores a bounded number of periods of a flickering status, and bills the same seconds', () => {
  const FLICKERS = 2000;
  let periods = periodsOf([]);
  for (let second = 0; second < FLICKERS; second++) {
    const isEven = second % 2 === 0;
    const connector = { connectorId: 1, status: isEven ? 'SuspendedEV' : 'Charging', errorCode: 'NoError' };
    periods = withStatus(periods, connector, after(second));
    const chargePoint = { connectorId: 0, status: isEven ? 'Available' : 'Faulted', errorCode: 'NoError' };
    periods = withStatus(periods, chargePoint, after(second));
    periods = withExclusion(periods, { cause: 'offline' }, second % 4 < 2, after(second));
  }
  expect(periods.suspensions.length).toBeLessThanOrEqual(200);
  expect(periods.exclusions.length).toBeLessThanOrEqual(201);
  const usage = usageUntil({ startedAt, ...periods }, 0, after(FLICKERS));
  expect(usage.pluggedSeconds).toBeLessThanOrEqual(FLICKERS / 2 + 1);

  let pauses = periodsOf([]);
  for (let second = 0; second < FLICKERS; second++) {
    const status = second % 2 === 0 ? 'SuspendedEV' : 'Charging';
    pauses = withStatus(pauses, { connectorId: 1, status, errorCode: 'NoError' }, after(second));
  }
  expect(usageUntil({ startedAt, ...pauses }, 0, after(FLICKERS))).toMatchObject({
    overstaySeconds: FLICKERS / 2,
    chargingSeconds: FLICKERS / 2,
  });
});

test('excludes idle time after a failed unlock for a limited time, unless the connector reports a lock failure', () => {
  const idle = withStatus(
    periodsOf([]),
    { connectorId: 1, status: 'Finishing', errorCode: 'NoError' },
    after(0),
  );
  const fail = (periods: Periods, seconds: number) =>
    withExclusion(periods, { cause: 'unlock', until: after(seconds + 60).getTime() }, true, after(seconds));
  const overstayAt = (periods: Periods, seconds: number) =>
    usageUntil({ startedAt, ...periods }, 0, after(seconds)).overstaySeconds;
  const failed = fail(idle, 10);
  expect([70, 100].map((seconds) => overstayAt(failed, seconds))).toEqual([10, 40]);
  // A second failure within that time extends the exclusion, a later one starts a new one.
  expect([100, 200].map((seconds) => overstayAt(fail(failed, 40), seconds))).toEqual([10, 110]);
  expect(overstayAt(fail(failed, 90), 200)).toBe(10 + 20 + 50);
  const lockFailure = { connectorId: 1, status: 'Finishing', errorCode: 'ConnectorLockFailure' };
  const reported = withStatus(failed, lockFailure, after(20));
  expect(overstayAt(reported, 200)).toBe(10);
  expect(overstayAt(fail(reported, 30), 200)).toBe(10);
});
