import { expect, test } from '@rstest/core';
import { secondsToFull } from './battery.ts';

test('calculates the time to a full battery, or omits it', () => {
  expect(secondsToFull(60, { soc: 50, powerW: 11_000 })).toBe(9818);
  expect(secondsToFull(60, { soc: 100, powerW: 11_000 })).toBe(0);
  expect(secondsToFull(60, { soc: 20, powerW: 480 })).toBeNull();
  expect(secondsToFull(60, { soc: null, powerW: 11_000 })).toBeNull();
  expect(secondsToFull(60, { soc: 50, powerW: 0 })).toBeNull();
  expect(secondsToFull(0, { soc: 50, powerW: 11_000 })).toBeNull();
});
