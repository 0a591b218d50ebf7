import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { isPlate, maskPlate, readPlate } from './plate.ts';

test('inserts a hyphen into an old plate, but not into a Mercosul plate', () => {
  expect(maskPlate('abc1234')).toBe('ABC-1234');
  expect(maskPlate('abc 1d23')).toBe('ABC1D23');
  expect(maskPlate('ab-c1')).toBe('ABC1');
  expect(maskPlate('\uff41bc\u0661d\uff12\uff13')).toBe('ABC1D23');
});

test('accepts only the two formats', () => {
  expect(isPlate('ABC-1234')).toBe(true);
  expect(isPlate('ABC1D23')).toBe(true);
  expect(isPlate('ABC1234')).toBe(false);
  expect(isPlate('ABC-1D23')).toBe(false);
  expect(isPlate('AB-1234')).toBe(false);
});

test('reads a plate in any notation, but none with a character too many or too few', () => {
  expect(readPlate(' abc 1234')).toBe('ABC-1234');
  expect(readPlate('abc-1d23')).toBe('ABC1D23');
  for (const text of ['ABC-12345', 'ABC1D234', 'ABC-123', '']) expect(readPlate(text)).toBeUndefined();
});

test('makes any plate valid and masks idempotently', () => {
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
