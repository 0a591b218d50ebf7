import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { isChargerNumber, maskChargerNumber } from './charger-number.ts';

test('inserts the dash before the sixth digit', () => {
  expect(maskChargerNumber('12345')).toBe('12345');
  expect(maskChargerNumber('123456')).toBe('12345-6');
  expect(maskChargerNumber('12345-')).toBe('12345-');
  expect(maskChargerNumber('a1 2b3')).toBe('123');
  expect(maskChargerNumber('\u0661\u0662345\u00a0-\uff16')).toBe('12345-6');
});

test('accepts six digits as a charger number however they are typed or pasted', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{6}$/), (digits) => {
      expect(isChargerNumber(maskChargerNumber(digits))).toBe(true);
      expect(isChargerNumber(maskChargerNumber([...digits].join(' ')))).toBe(true);
    }),
  );
});

test('leaves a masked text unchanged, with at most seven characters', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const masked = maskChargerNumber(typed);
      expect(maskChargerNumber(masked)).toBe(masked);
      expect(masked.length).toBeLessThanOrEqual(7);
    }),
  );
});

test('rejects fewer or more digits', () => {
  expect(isChargerNumber('12345-')).toBe(false);
  expect(isChargerNumber('1234-5')).toBe(false);
  expect(isChargerNumber('12345-67')).toBe(false);
});
