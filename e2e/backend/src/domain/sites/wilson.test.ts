import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { wilsonInterval } from './wilson.ts';

const sample = fc
  .integer({ min: 1, max: 5000 })
  .chain((attempts) => fc.tuple(fc.integer({ min: 0, max: attempts }), fc.constant(attempts)));
const EXACT = 1e-9;

test('matches published values', () => {
  expect(wilsonInterval(12, 12)).toEqual({ low: expect.closeTo(0.7575, 3), high: expect.closeTo(1, 9) });
  expect(wilsonInterval(8, 10)).toEqual({ low: expect.closeTo(0.4902, 3), high: expect.closeTo(0.9433, 3) });
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

test('contains the rate, within 0 and 1', () => {
  fc.assert(
    fc.property(sample, ([succeeded, attempts]) => {
      const { low, high } = wilsonInterval(succeeded, attempts);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(succeeded / attempts + EXACT);
      expect(high).toBeGreaterThanOrEqual(succeeded / attempts - EXACT);
      expect(high).toBeLessThanOrEqual(1);
    }),
  );
});

test('mirrors the interval of the failures', () => {
  fc.assert(
    fc.property(sample, ([succeeded, attempts]) => {
      const { low } = wilsonInterval(succeeded, attempts);
      expect(low).toBeCloseTo(1 - wilsonInterval(attempts - succeeded, attempts).high, 9);
    }),
  );
});

test('rises with every success and falls with every failure', () => {
  fc.assert(
    fc.property(sample, ([succeeded, attempts]) => {
      const before = wilsonInterval(succeeded, attempts);
      const better = wilsonInterval(succeeded + 1, attempts + 1);
      const worse = wilsonInterval(succeeded, attempts + 1);
      expect(better.low).toBeGreaterThanOrEqual(before.low - EXACT);
      expect(worse.high).toBeLessThanOrEqual(before.high + EXACT);
    }),
  );
});

test('narrows when the same rate is measured more often', () => {
  fc.assert(
    fc.property(sample, fc.integer({ min: 2, max: 20 }), ([succeeded, attempts], times) => {
      const few = wilsonInterval(succeeded, attempts);
      const many = wilsonInterval(succeeded * times, attempts * times);
      expect(many.high - many.low).toBeLessThan(few.high - few.low + EXACT);
    }),
  );
});
