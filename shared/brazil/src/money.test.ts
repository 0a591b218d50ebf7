import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { centsFromReais, formatBRL, formatPrice, reaisFromCents } from './money.ts';

const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

test('formats money as BRL with two decimals', () => {
  expect(withPlainSpaces(formatBRL(123456))).toBe('R$ 1.234,56');
  expect(withPlainSpaces(formatBRL(0))).toBe('R$ 0,00');
  expect(withPlainSpaces(formatBRL(-500))).toBe('-R$ 5,00');
});

test('keeps fractions of a cent in a price below a cent', () => {
  expect(withPlainSpaces(formatPrice(1.9))).toBe('R$ 1,90');
  expect(withPlainSpaces(formatPrice(1.899))).toBe('R$ 1,90');
  expect(withPlainSpaces(formatPrice(0.0025))).toBe('R$ 0,0025');
});

test('rounds half a cent away from zero, independently of the binary representation', () => {
  expect(centsFromReais(1.005)).toBe(101);
  expect(centsFromReais(1.255)).toBe(126);
  expect(centsFromReais(-1.005)).toBe(-101);
  expect(centsFromReais(1e-7)).toBe(0);
  expect(centsFromReais(-1e-7)).toBe(0);
});

test("round-trips cents through the API's format", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
      expect(centsFromReais(reaisFromCents(cents))).toBe(cents === 0 ? 0 : cents);
    }),
  );
});
