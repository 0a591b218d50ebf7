import { expect, test } from '@rstest/core';
import { serverTime, updateServerClock } from './server-clock.ts';

const MINUTE = 60_000;
const responseAhead = (ahead: number, cacheControl = 'no-store') =>
  new Headers({ date: new Date(Date.now() + ahead).toUTCString(), 'cache-control': cacheControl });
const ahead = () => serverTime(1_000_000) - 1_000_000;

test('corrects a device clock that is minutes off', () => {
  updateServerClock(responseAhead(-7 * MINUTE));
  expect(Math.round(ahead() / MINUTE)).toBe(-7);
  updateServerClock(responseAhead(3 * MINUTE));
  expect(Math.round(ahead() / MINUTE)).toBe(3);
});

test("ignores a difference as small as a response's travel time", () => {
  updateServerClock(responseAhead(-2000));
  expect(ahead()).toBe(0);
});

test('ignores a response from a cache, or without a date', () => {
  updateServerClock(responseAhead(-5 * MINUTE));
  updateServerClock(responseAhead(-9 * MINUTE, 'max-age=86400'));
  updateServerClock(new Headers());
  updateServerClock(new Headers({ date: 'soon' }));
  expect(Math.round(ahead() / MINUTE)).toBe(-5);
});
