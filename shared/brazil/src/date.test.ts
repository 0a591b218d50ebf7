import { beforeAll, expect, test } from '@rstest/core';
import { BOARD_TIME_ZONE, formatDate, formatDateTime, formatTime } from './date.ts';

beforeAll(() => {
  process.env.TZ = 'Asia/Tokyo';
});

test("formats times in the device's time zone by default", () => {
  expect(formatDateTime('2026-01-15T02:05:00Z')).toBe('15/01/2026 - 11:05');
});

test('formats times of boards in UTC-3 all year', () => {
  expect(formatDateTime('2026-01-15T02:05:00Z', BOARD_TIME_ZONE)).toBe('14/01/2026 - 23:05');
  expect(formatDateTime('2026-07-15T02:05:00Z', BOARD_TIME_ZONE)).toBe('14/07/2026 - 23:05');
});

test('formats midnight as 00:00', () => {
  expect(formatDateTime('2026-03-01T03:00:00Z', BOARD_TIME_ZONE)).toBe('01/03/2026 - 00:00');
});

test("formats dates and times in the device's time zone", () => {
  const local = new Date(2026, 4, 9, 7, 3);
  expect(formatDate(local)).toBe('09/05/2026');
  expect(formatTime(local)).toBe('07:03');
});

test('throws for an invalid instant', () => {
  expect(() => formatDate('ontem')).toThrow(RangeError);
});
