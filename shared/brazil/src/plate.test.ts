import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { isPlate, maskPlate } from './plate.ts';

test('three letters and four digits get a hyphen, a Mercosul plate none', () => {
  expect(maskPlate('abc1234')).toBe('ABC-1234');
  expect(maskPlate('abc 1d23')).toBe('ABC1D23');
  expect(maskPlate('ab-c1')).toBe('ABC1');
});

test('both forms are valid, others not', () => {
  expect(isPlate('ABC-1234')).toBe(true);
  expect(isPlate('ABC1D23')).toBe(true);
  expect(isPlate('ABC1234')).toBe(false);
  expect(isPlate('ABC-1D23')).toBe(false);
  expect(isPlate('AB-1234')).toBe(false);
});

test('any plate is valid once masked, and the mask changes nothing twice', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{3}(\d{4}|\d[a-z]\d{2})$/), (plate) => {
      expect(isPlate(maskPlate(plate))).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(maskPlate(maskPlate(typed))).toBe(maskPlate(typed));
      expect(maskPlate(typed).length).toBeLessThanOrEqual(8);
    }),
  );
});
