import { expect, test } from '@rstest/core';
import type { OpeningDay } from '@shared/contract';
import { weekHours } from './week-hours.ts';

const closed: OpeningDay = { isOpen: false, from: undefined, to: undefined };
const from = (start: string, end: string): OpeningDay => ({ isOpen: true, from: start, to: end });
const wednesday = new Date('2026-11-18T12:00:00');
const ofToday = (day: OpeningDay) =>
  weekHours([closed, closed, closed, day, closed, closed, closed], wednesday)[0];

test('starts with today and has every day once', () => {
  const week = weekHours(
    Array.from({ length: 7 }, (_, day) => from(`0${day}:00`, '22:00')),
    wednesday,
  );
  expect(week[0]).toEqual({ name: 'Quarta-feira', isToday: true, words: '03:00 às 22:00' });
  expect(week.map(({ name }) => name)).toEqual([
    'Quarta-feira',
    'Quinta-feira',
    'Sexta-feira',
    'Sábado',
    'Domingo',
    'Segunda-feira',
    'Terça-feira',
  ]);
  expect(week.filter(({ isToday }) => isToday)).toHaveLength(1);
  expect(week[4]?.words).toBe('00:00 às 22:00');
});

test.each([
  [closed, 'Fechado'],
  [from('18:00', '02:00'), '18:00 às 02:00'],
  [from('18:00', '24:00'), '18:00 às 00:00'],
  [from('18:00', '00:00'), '18:00 às 00:00'],
  [from('00:00', '24:00'), '24 horas'],
  [from('00:00', '23:59'), '24 horas'],
  [{ isOpen: true, from: undefined, to: undefined }, '24 horas'],
])('formats %j as %s', (day, words) => {
  expect(ofToday(day)?.words).toBe(words);
});

test('treats missing days as closed', () => {
  expect(weekHours([], wednesday).every(({ words }) => words === 'Fechado')).toBe(true);
});
