/** Bills of random sequences of what a charge point reports, against a second-by-second count. */
import { expect, test } from '@rstest/core';
import { CONNECTOR_STATUSES, type ConnectorStatus, type PriceProfilePeriod } from '@shared/contract';
import { priceCharge } from '@shared/tariff';
import fc from 'fast-check';
import { addMs, SECOND_MS } from '../time.ts';
import { type Periods, usageUntil, withExclusion, withStatus } from './charge-periods.ts';

const startedAt = new Date('2026-03-01T10:00:00Z');
const after = (seconds: number) => addMs(startedAt, seconds * SECOND_MS);

interface Happening {
  seconds: number;
  /** A status of the connector or of the charge point, presence, or the outcome of an unlock request. */
  apply: (periods: Periods, at: Date) => Periods;
  /** The same for the counted model. */
  note: (model: Model) => void;
}
interface Model {
  status: ConnectorStatus;
  isIdle: boolean;
  whole: ConnectorStatus;
  offline: boolean;
  locked: boolean;
}

const statusOf = (status: ConnectorStatus): Omit<Happening, 'seconds'> => ({
  apply: (periods, at) => withStatus(periods, { connectorId: 1, status, errorCode: 'NoError' }, at),
  note(model) {
    model.status = status;
    if (['SuspendedEV', 'Finishing'].includes(status)) model.isIdle = true;
    if (['Charging', 'SuspendedEVSE'].includes(status)) model.isIdle = false;
    if (!['Finishing', 'Faulted', 'Unavailable'].includes(status)) model.locked = false;
  },
});
const wholeOf = (status: ConnectorStatus): Omit<Happening, 'seconds'> => ({
  apply: (periods, at) => withStatus(periods, { connectorId: 0, status, errorCode: 'NoError' }, at),
  note(model) {
    model.whole = status;
  },
});
const presence = (offline: boolean): Omit<Happening, 'seconds'> => ({
  apply: (periods, at) => withExclusion(periods, { cause: 'offline' }, offline, at),
  note(model) {
    model.offline = offline;
  },
});
const unlock = (failed: boolean): Omit<Happening, 'seconds'> => ({
  apply: (periods, at) => withExclusion(periods, { cause: 'unlock' }, failed, at),
  note(model) {
    model.locked = failed;
  },
});

const anyHappenings = fc
  .array(
    fc.tuple(
      fc.nat(200),
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...CONNECTOR_STATUSES).map(statusOf) },
        fc.constantFrom<ConnectorStatus>('Available', 'Unavailable', 'Faulted').map(wholeOf),
        fc.boolean().map(presence),
        fc.boolean().map(unlock),
      ),
    ),
    { maxLength: 12 },
  )
  .map((list): Happening[] =>
    list.map(([seconds, what]) => ({ seconds, ...what })).sort((a, b) => a.seconds - b.seconds),
  );

function periodsOf(happenings: readonly Happening[]): Periods {
  const none: Periods = { suspendedAt: null, suspensions: [], exclusions: [] };
  return happenings.reduce((periods, { apply, seconds }) => apply(periods, after(seconds)), none);
}

/** Returns the seconds billed as idle and otherwise, by the rule alone. */
function count(happenings: readonly Happening[], end: number) {
  const model: Model = {
    status: 'Charging',
    isIdle: false,
    whole: 'Available',
    offline: false,
    locked: false,
  };
  const billed = { idle: 0, other: 0 };
  for (let second = 0; second < end; second++) {
    for (const { seconds, note } of happenings) if (seconds === second) note(model);
    const { status, isIdle, whole, offline, locked } = model;
    const isBroken = [status, whole].some((one) => one === 'Faulted' || one === 'Unavailable');
    if (isBroken || (isIdle && (offline || locked))) continue;
    billed[isIdle ? 'idle' : 'other'] += 1;
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

test('bills no second in which the charge point is faulted, nor idle ones while it is offline or locked', () => {
  fc.assert(
    fc.property(anyHappenings, fc.nat(240), (happenings, end) => {
      const usage = usageUntil({ startedAt, ...periodsOf(happenings) }, 0, after(end));
      const { idle, other } = count(happenings, end);
      expect(usage).toMatchObject({ overstaySeconds: idle, chargingSeconds: other });
      expect(priceCharge(price, usage).total).toBe(idle + other);
    }),
  );
});

test('never counts a pause by the charger as idle time', () => {
  fc.assert(
    fc.property(anyHappenings, fc.nat(200), fc.nat(200), (happenings, from, length) => {
      const pause = { seconds: from, ...statusOf('SuspendedEVSE') };
      const before = happenings.filter(({ seconds }) => seconds < from);
      const idleUntil = (seconds: number) =>
        usageUntil({ startedAt, ...periodsOf([...before, pause]) }, 0, after(seconds)).overstaySeconds;
      expect(idleUntil(from + length)).toBe(idleUntil(from));
    }),
  );
});

test('excludes idle time from a reported lock failure until the connector reports none', () => {
  const failing = { connectorId: 1, status: 'Finishing', errorCode: 'ConnectorLockFailure' };
  const fine = { ...failing, errorCode: 'NoError', previousError: 'ConnectorLockFailure' };
  const failed = withStatus(periodsOf([]), failing, after(60));
  const mended = withStatus(failed, fine, after(100));
  expect(usageUntil({ startedAt, ...mended }, 0, after(130))).toMatchObject({
    chargingSeconds: 60,
    overstaySeconds: 30,
  });
});
