import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { Car, Meter } from './energy.ts';

test('a car draws the offered power up to its own limit, less above 80 %, and none when full', () => {
  const offered = 22_000;
  expect(new Car({ soc: 30, maxPowerW: 11_000 }).drawnPower(offered)).toBe(11_000);
  expect(new Car({ soc: 30 }).drawnPower(offered)).toBe(offered);
  expect(new Car({ soc: 90 }).drawnPower(offered)).toBeLessThan(offered);
  expect(new Car({ soc: 100 }).drawnPower(offered)).toBe(0);
});

test('a battery never exceeds its capacity', () => {
  const car = new Car({ capacityWh: 1000, soc: 99 });
  car.store(50_000, 3600);
  expect(car.soc).toBe(100);
});

test('a meter only counts up, in whole Wh, and carries fractions over', () => {
  const draws = fc.array(fc.tuple(fc.integer({ min: 0, max: 150_000 }), fc.integer({ min: 1, max: 30 })));
  fc.assert(
    fc.property(draws, (counted) => {
      const meter = new Meter(500);
      let wattSeconds = 0;
      for (const [watts, seconds] of counted) {
        const whBefore = meter.wh;
        meter.count(watts, seconds);
        wattSeconds += watts * seconds;
        expect(Number.isInteger(meter.wh)).toBe(true);
        expect(meter.wh).toBeGreaterThanOrEqual(whBefore);
      }
      expect(Math.abs(meter.wh - 500 - wattSeconds / 3600)).toBeLessThanOrEqual(1);
    }),
  );
});
