import { expect, test } from '@rstest/core';
import { hearServerClock, serverTime } from './server-clock.ts';

const MINUTE = 60_000;
const answer = (ahead: number, cacheControl = 'no-store') =>
  new Headers({ date: new Date(Date.now() + ahead).toUTCString(), 'cache-control': cacheControl });
const ahead = () => serverTime(1_000_000) - 1_000_000;

test("corrects a device clock that is minutes off by the server's", () => {
  hearServerClock(answer(-7 * MINUTE));
  expect(Math.round(ahead() / MINUTE)).toBe(-7);
  hearServerClock(answer(3 * MINUTE));
  expect(Math.round(ahead() / MINUTE)).toBe(3);
});

test("ignores a difference as small as a response's travel time", () => {
  hearServerClock(answer(-2000));
  expect(ahead()).toBe(0);
});

test('ignores a response from a cache, or without a date', () => {
  hearServerClock(answer(-5 * MINUTE));
  hearServerClock(answer(-9 * MINUTE, 'max-age=86400'));
  hearServerClock(new Headers());
  hearServerClock(new Headers({ date: 'soon' }));
  expect(Math.round(ahead() / MINUTE)).toBe(-5);
});
