import { describe, expect, test } from '@rstest/core';
import type { OpeningDay } from '@shared/contract';
import fc from 'fast-check';
import { describeOpening } from './describe-opening.ts';

const closed: OpeningDay = { isOpen: false, from: undefined, to: undefined };
const from = (start: string, end: string): OpeningDay => ({ isOpen: true, from: start, to: end });
const everyDay = (day: OpeningDay) => Array.from({ length: 7 }, () => day);
/** Wednesday, 18 November 2026. */
const wednesday = (time: string) => new Date(`2026-11-18T${time}:00`);
const words = (hours: OpeningDay[], now: Date) => describeOpening(undefined, hours, now)?.words;

describe('opening hours in words', () => {
  const office = [closed, ...Array.from({ length: 5 }, () => from('06:00', '22:00')), closed];

  test('names the closing time when open', () => {
    expect(words(office, wednesday('12:00'))).toBe('Aberto até 22:00');
  });
  test('names the opening time later today', () => {
    expect(words(office, wednesday('05:59'))).toBe('Fechado · abre às 06:00');
  });
  test('is closed at closing time, and opens tomorrow', () => {
    expect(words(office, wednesday('22:00'))).toBe('Fechado · abre amanhã às 06:00');
  });
  test('names the day when it opens after the weekend', () => {
    expect(words(office, new Date('2026-11-21T10:00:00'))).toBe('Fechado · abre segunda às 06:00');
  });
  test.each([
    ['00:00', '24:00'],
    ['00:00', '23:59'],
    ['00:00', '00:00'],
  ])('is open 24 hours with %s to %s every day', (start, end) => {
    expect(words(everyDay(from(start, end)), wednesday('23:59'))).toBe('Aberto 24 horas');
  });
  test('treats open days without hours as whole days', () => {
    expect(words(everyDay({ isOpen: true, from: undefined, to: undefined }), wednesday('03:00'))).toBe(
      'Aberto 24 horas',
    );
  });
  test('counts an end past midnight towards the evening before', () => {
    const bar = everyDay(from('18:00', '02:00'));
    expect(words(bar, wednesday('23:00'))).toBe('Aberto até 02:00');
    expect(words(bar, wednesday('01:30'))).toBe('Aberto até 02:00');
    expect(words(bar, wednesday('02:00'))).toBe('Fechado · abre às 18:00');
  });
  test('names the day of a closing time several days ahead', () => {
    const week = [closed, ...Array.from({ length: 5 }, () => from('00:00', '24:00')), closed];
    expect(words(week, wednesday('12:00'))).toBe('Aberto até sábado, 00:00');
  });
  test('shows only "Fechado" when a site never opens', () => {
    expect(words(everyDay(closed), wednesday('12:00'))).toBe('Fechado');
  });
  test('follows the server and omits hours that contradict it', () => {
    expect(describeOpening(false, office, wednesday('12:00'))).toEqual({ open: false, words: 'Fechado' });
    expect(describeOpening(true, office, wednesday('23:00'))).toEqual({ open: true, words: 'Aberto' });
  });
  test('shows only the state without hours, and nothing without hours and state', () => {
    expect(describeOpening(true, undefined, wednesday('12:00'))?.words).toBe('Aberto');
    expect(describeOpening(undefined, undefined, wednesday('12:00'))).toBeUndefined();
  });

  test('matches the state and names a valid time for any hours', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
    const day = fc.record({
      isOpen: fc.boolean(),
      from: fc.option(time, { nil: undefined }),
      to: fc.option(time, { nil: undefined }),
    });
    const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(day, { minLength: 7, maxLength: 7 }), now, (hours, at) => {
        const opening = describeOpening(undefined, hours, at);
        expect(opening?.words.startsWith(opening.open ? 'Aberto' : 'Fechado')).toBe(true);
        expect(opening?.words).not.toMatch(/undefined|NaN|-/);
        const clock = /(\d\d):(\d\d)/.exec(opening?.words ?? '');
        if (clock) expect(Number(clock[1])).toBeLessThan(24);
      }),
    );
  });
});
