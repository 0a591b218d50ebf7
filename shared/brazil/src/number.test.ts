import { expect, test } from '@rstest/core';
import {
  formatDecimal,
  formatDistance,
  formatKw,
  formatKwh,
  formatPercent,
  formatRatedPower,
  formatSoC,
} from './number.ts';

const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

test('formats numbers with one decimal and a comma', () => {
  expect(formatDecimal(1234.56)).toBe('1.234,6');
  expect(formatDecimal(-0.01)).toBe('0,0');
  expect(formatPercent(12.34)).toBe('12,3%');
  expect(withPlainSpaces(formatKwh(12.34))).toBe('12,3 kWh');
  expect(withPlainSpaces(formatKw(7.4))).toBe('7,4 kW');
});

test('formats a state of charge without decimals', () => {
  expect(formatSoC(79.6)).toBe('80%');
});

test('formats distances in km, never as zero', () => {
  expect(withPlainSpaces(formatDistance(1250))).toBe('1,3 km');
  expect(withPlainSpaces(formatDistance(350))).toBe('0,4 km');
  expect(withPlainSpaces(formatDistance(12))).toBe('0,1 km');
});

test('formats rated power with a decimal only if it is not whole once rounded', () => {
  expect(withPlainSpaces(formatRatedPower(22))).toBe('22 kW');
  expect(withPlainSpaces(formatRatedPower(7.4))).toBe('7,4 kW');
  expect(withPlainSpaces(formatRatedPower(22.04))).toBe('22 kW');
  expect(withPlainSpaces(formatRatedPower(149.96))).toBe('150 kW');
  expect(withPlainSpaces(formatRatedPower(1000))).toBe('1.000 kW');
});

test('formats a percentage with a decimal only if it is not whole', () => {
  expect(formatPercent(10)).toBe('10%');
  expect(formatPercent(12.5)).toBe('12,5%');
});
