import { expect, test } from '@rstest/core';
import type { PriceProfilePeriod } from '@shared/contract';
import fc from 'fast-check';
import { chargeTimes, EXCLUSION_CAUSES, type Exclusion, excludedSecondsOf } from './charge-times.ts';
import { priceCharge } from './price-charge.ts';
import { usageAt } from './usage.ts';

const SECOND = 1000;
const START = Date.parse('2026-03-01T10:00:00Z');
const minute = (minutes: number) => START + minutes * 60 * SECOND;

type Suspension = [number, number | null];
const between = (cause: Exclusion['cause'], from: number, to: number | null): Exclusion => ({
  cause,
  from: minute(from),
  to: to === null ? null : minute(to),
});
const idleBetween = (from: number, to: number | null): Suspension => [
  minute(from),
  to === null ? null : minute(to),
];

function usageOf(suspensions: Suspension[], exclusions: Exclusion[], at: number, end?: number) {
  const times = chargeTimes({ suspensions, exclusions }, START, end);
  const excludedSeconds = excludedSecondsOf(times);
  return usageAt({ startTime: START, at, energyWh: 0, ...times, excludedSeconds });
}

test('bills no idle time while the charge point is offline or failed to unlock, but bills charging time', () => {
  for (const cause of ['offline', 'unlock'] as const)
    expect(usageOf([idleBetween(30, null)], [between(cause, 20, 40)], minute(60))).toEqual({
      energyWh: 0,
      chargingSeconds: 30 * 60,
      pluggedSeconds: 50 * 60,
      overstaySeconds: 20 * 60,
    });
});

test('bills no time while the connector is faulted or unavailable, because it delivers no energy', () => {
  for (const cause of ['fault', 'unavailable', 'unplugged'] as const)
    expect(usageOf([idleBetween(30, null)], [between(cause, 20, 40)], minute(60))).toMatchObject({
      chargingSeconds: 20 * 60,
      pluggedSeconds: 40 * 60,
      overstaySeconds: 20 * 60,
    });
});

test('bills a pause by the charger as plugged in, but neither as charging nor as overstay', () => {
  const usage = usageOf([idleBetween(50, null)], [between('pause', 20, 30)], minute(60));
  expect(usage).toEqual({
    energyWh: 0,
    chargingSeconds: 40 * 60,
    pluggedSeconds: 60 * 60,
    overstaySeconds: 10 * 60,
  });
  const { pausedSince, excluded } = chargeTimes(
    { suspensions: [], exclusions: [between('pause', 20, null)] },
    START,
  );
  expect([pausedSince, excluded]).toEqual([minute(20), []]);
});

test('bills only charging time after an accepted stop', () => {
  expect(
    usageOf([idleBetween(30, 40)], [between('stop', 20, null), between('pause', 10, 25)], minute(60)),
  ).toEqual({
    energyWh: 0,
    chargingSeconds: 35 * 60,
    pluggedSeconds: 45 * 60,
    overstaySeconds: 0,
  });
});

test('counts minutes with two causes once, for the first cause', () => {
  const exclusions = [between('offline', 10, 30), between('fault', 20, 40)];
  const { excluded } = chargeTimes({ suspensions: [idleBetween(0, null)], exclusions }, START, minute(60));
  expect(excluded).toEqual([
    { cause: 'fault', seconds: 20 * 60 },
    { cause: 'offline', seconds: 10 * 60 },
  ]);
});

test('returns when the current overstay or excluded time began while the charge runs', () => {
  const suspensions = [idleBetween(10, null)];
  expect(chargeTimes({ suspensions, exclusions: [] }, START)).toEqual({
    overstaySeconds: 0,
    suspendedSince: minute(10),
    excluded: [],
    excludedSince: undefined,
  });
  expect(chargeTimes({ suspensions, exclusions: [between('offline', 25, null)] }, START)).toEqual({
    overstaySeconds: 15 * 60,
    suspendedSince: undefined,
    excluded: [],
    excludedSince: minute(25),
    excludedBy: 'offline',
  });
});

test('ignores periods before the start and after the end', () => {
  const suspensions = [idleBetween(-10, 10), idleBetween(50, 90)];
  const exclusions = [between('fault', -5, 5), between('fault', 55, null)];
  expect(chargeTimes({ suspensions, exclusions }, START, minute(60))).toEqual({
    overstaySeconds: 10 * 60,
    suspendedSince: undefined,
    excluded: [{ cause: 'fault', seconds: 10 * 60 }],
    excludedSince: undefined,
  });
});

const PERIOD_S = 240;
const anyPeriod: fc.Arbitrary<Suspension> = fc
  .tuple(fc.integer({ min: -60, max: PERIOD_S }), fc.option(fc.nat(PERIOD_S)))
  .map(([from, length]) => [
    START + from * SECOND,
    length === null ? null : START + (from + length) * SECOND,
  ]);
const anySuspensions = fc.array(anyPeriod, { maxLength: 4 });
const anyExclusions: fc.Arbitrary<Exclusion[]> = fc.array(
  fc
    .tuple(fc.constantFrom<Exclusion['cause'][]>(...EXCLUSION_CAUSES, 'pause'), anyPeriod)
    .map(([cause, [from, to]]) => ({ cause, from, to })),
  { maxLength: 6 },
);
const perMinute = fc.nat(10_000).map((value) => value / 10_000);
const anyTimePrice: fc.Arbitrary<PriceProfilePeriod> = fc.record({
  priceProfilePeriodFreeCharge: fc.constant(false),
  PriceKwh: fc.constant(0),
  PriceTimeCharging: perMinute,
  TransactionPrice: fc.constant(0),
  PriceTimeParking: perMinute,
  ParkingGracePeriod: fc.nat(2),
  PriceTimePlugged: perMinute,
  PriceTimeOverstay: perMinute.map((price) => price * 60),
  OverstayGracePeriod: fc.nat(2),
  OverstayPenalty: perMinute,
  DiscountTotal: fc.constant(0),
});

/** Applies the rule to each second of a charge. */
function countSeconds(suspensions: Suspension[], exclusions: Exclusion[], seconds: number) {
  const count = { charging: 0, paused: 0, idle: 0, excluded: 0 };
  for (let second = 0; second < seconds; second++) {
    const at = START + second * SECOND;
    const covers = (from: number, to: number | null) => from <= at && (to === null || at < to);
    const isIdle = suspensions.some(([from, to]) => covers(from, to));
    const active = exclusions.filter(({ from, to }) => covers(from, to)).map(({ cause }) => cause);
    const causes = active.filter((cause) => cause !== 'pause');
    const isPaused = active.includes('pause') || active.includes('power');
    const withoutEnergy = ['fault', 'unavailable', 'unplugged'].some((cause) =>
      causes.some((one) => one === cause),
    );
    const isOver = causes.includes('stop');
    if (withoutEnergy || (isIdle && causes.length > 0) || (isPaused && isOver)) count.excluded += 1;
    else if (isIdle) count.idle += 1;
    else if (isPaused) count.paused += 1;
    else count.charging += 1;
  }
  return count;
}

test('bills exactly the seconds that the rule allows, during the charge and after its end', () => {
  fc.assert(
    fc.property(anySuspensions, anyExclusions, fc.nat(PERIOD_S), (suspensions, exclusions, seconds) => {
      const at = START + seconds * SECOND;
      const { charging, paused, idle, excluded } = countSeconds(suspensions, exclusions, seconds);
      const expected = {
        chargingSeconds: charging,
        pluggedSeconds: charging + paused + idle,
        overstaySeconds: idle,
      };
      expect(usageOf(suspensions, exclusions, at, at)).toMatchObject(expected);
      expect(excludedSecondsOf(chargeTimes({ suspensions, exclusions }, START, at))).toBe(excluded);
      // While the charge runs, only periods that have begun are known.
      const known = suspensions.filter(([from, to]) => from <= at && (to === null || to <= at));
      const reported = exclusions.filter(({ from, to }) => from <= at && (to === null || to <= at));
      const running = countSeconds(known, reported, seconds);
      expect(usageOf(known, reported, at)).toMatchObject({
        chargingSeconds: running.charging,
        overstaySeconds: running.idle,
      });
    }),
  );
});

test('never bills more because of an exclusion, and nothing if the whole charge is excluded', () => {
  fc.assert(
    fc.property(
      anyTimePrice,
      anySuspensions,
      anyExclusions,
      fc.nat(PERIOD_S),
      (price, idle, exclusions, seconds) => {
        const at = START + seconds * SECOND;
        const total = (excluded: Exclusion[]) => priceCharge(price, usageOf(idle, excluded, at, at)).total;

        expect(total(exclusions)).toBeLessThanOrEqual(total([]));
        const whole: Exclusion = { cause: 'fault', from: START, to: null };
        expect(total([...exclusions, whole])).toBe(0);
        const overstay = priceCharge(price, usageOf(idle, [{ ...whole, cause: 'offline' }], at, at));
        expect(overstay.lines.map(({ kind }) => kind)).not.toContain('overstay');
      },
    ),
  );
});
