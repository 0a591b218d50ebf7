import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import {
  formatCountdown,
  formatDuration,
  formatElapsed,
  formatHoursMinutes,
  formatTimer,
  secondsBetween,
} from './duration.ts';

const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

test('formats a duration in seconds, minutes or hours', () => {
  expect(withPlainSpaces(formatDuration(45.9))).toBe('45 s');
  expect(withPlainSpaces(formatDuration(12 * 60 + 59))).toBe('12 min');
  expect(withPlainSpaces(formatDuration(3900))).toBe('1 h 05 min');
  expect(withPlainSpaces(formatDuration(-3))).toBe('0 s');
});

test('counts more than 24 hours in a timer', () => {
  expect(formatTimer(3_661)).toBe('01:01:01');
  expect(formatTimer(360_000)).toBe('100:00:00');
});

test('formats a countdown in minutes and seconds', () => {
  expect(formatCountdown(60)).toBe('01:00');
  expect(formatCountdown(-1)).toBe('00:00');
});

test('counts the whole seconds between two instants, and 0 if the second is earlier', () => {
  const between = (from: number, to: number) => secondsBetween(new Date(from), new Date(to));
  expect([between(500, 2_499), between(500, 2_500), between(2_500, 500)]).toEqual([1, 2, 0]);
});

test('round-trips a timer', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (seconds) => {
      const [hours = 0, minutes = 0, rest = 0] = formatTimer(seconds).split(':').map(Number);
      expect(hours * 3600 + minutes * 60 + rest).toBe(seconds);
    }),
  );
});

test('formats a duration, text or seconds, as hours and minutes', () => {
  expect(formatHoursMinutes('02:15:40')).toBe('02:15');
  expect(formatHoursMinutes(8100)).toBe('02:15');
});

test('formats the age of data', () => {
  expect(withPlainSpaces(formatElapsed(0.4))).toBe('Atualizado agora');
  expect(withPlainSpaces(formatElapsed(720))).toBe('Atualizado há 12 min');
});
