import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import { compareByNeed, isUrgent, slackOf } from './charging-priority.ts';

const NOW = Date.UTC(2030, 0, 1);
const soc = fc.option(fc.nat(100));
const need = fc.record({
  departsAt: fc.integer({ min: -10, max: 24 * 60 }).map((minutes) => NOW + minutes * MINUTE_MS),
  kwh: fc.option(fc.nat(80), { nil: undefined }),
  mostKw: fc.constantFrom(7.4, 11, 50),
});
const vehicle = fc.record({ soc, need: fc.option(need, { nil: undefined }) });
const rankOf = ({ soc: percent }: { soc: number | null }) => percent ?? 101;

test('orders vehicles without a need by battery, unknown ones last and equal ones as they were', () => {
  const unneeding = vehicle.map(({ need: one, ...rest }) => ({
    ...rest,
    ...(one && { need: { ...one, kwh: 0 } }),
  }));
  fc.assert(
    fc.property(fc.array(unneeding), (fleet) => {
      const expected = fleet.toSorted((one, other) => rankOf(one) - rankOf(other));
      expect(fleet.toSorted(compareByNeed(NOW))).toEqual(expected);
    }),
  );
});

test('puts vehicles that must charge now first, the least slack first, and the others after them by battery', () => {
  fc.assert(
    fc.property(fc.array(vehicle), (fleet) => {
      const sorted = fleet.toSorted(compareByNeed(NOW));
      const urgent = fleet.filter(({ need: one }) => one && isUrgent(one, NOW));
      const first = sorted.slice(0, urgent.length);
      expect(new Set(first)).toEqual(new Set(urgent));
      const slacks = first.map(({ need: one }) => (one ? slackOf(one, NOW) : Infinity));
      expect(slacks).toEqual(slacks.toSorted((one, other) => one - other));
      const levels = sorted.slice(urgent.length).map(rankOf);
      expect(levels).toEqual(levels.toSorted((one, other) => one - other));
    }),
  );
});

test('compares any two vehicles the same way in both directions', () => {
  fc.assert(
    fc.property(vehicle, vehicle, (one, other) => {
      const compare = compareByNeed(NOW);
      expect(compare(one, other) + compare(other, one)).toBe(0);
    }),
  );
});

test('a vehicle must charge now if it could wait for at most half an hour', () => {
  const needing = (kwh: number | undefined) => ({ departsAt: NOW + 3 * HOUR_MS, kwh, mostKw: 10 });
  expect([24, 25, 30, 31].map((kwh) => isUrgent(needing(kwh), NOW))).toEqual([false, true, true, true]);
  expect(slackOf(needing(31), NOW)).toBeLessThan(0);
  expect([0, undefined].map((kwh) => slackOf(needing(kwh), NOW))).toEqual([Infinity, Infinity]);
});
