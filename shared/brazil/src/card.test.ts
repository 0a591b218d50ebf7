import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { expiryOf, isCardNumber, isCvv, isExpiry, maskCardNumber, maskCvv, maskExpiry } from './card.ts';

const typed = fc
  .array(fc.constantFrom(...'0123456789 /-a'), { maxLength: 30 })
  .map((characters) => characters.join(''));

test.each([
  [maskCardNumber, /^(\d{4} ){0,3}\d{0,4}$/, 19],
  [maskExpiry, /^\d{0,2}$|^\d\d\/\d{1,2}$/, 5],
  [maskCvv, /^\d{0,3}$/, 3],
] as const)(
  '%p changes nothing of what it made, and makes nothing longer than its limit',
  (mask, shape, limit) => {
    fc.assert(
      fc.property(typed, (text) => {
        const masked = mask(text);
        expect(masked).toMatch(shape);
        expect(masked.length).toBeLessThanOrEqual(limit);
        expect(mask(masked)).toBe(masked);
      }),
    );
  },
);

test('a number keeps its digits, an expiry that a browser filled in with four digits of a year its year', () => {
  expect(maskCardNumber('4111111111111111')).toBe('4111 1111 1111 1111');
  expect(maskCardNumber('4111-1')).toBe('4111 1');
  expect(maskExpiry('12/2031')).toBe('12/31');
  expect(maskExpiry('1220')).toBe('12/20');
});

test('the check digit decides about a number: each other one is wrong', () => {
  const bases = fc
    .array(fc.constantFrom(...'0123456789'), { minLength: 12, maxLength: 15 })
    .map((characters) => characters.join(''));
  fc.assert(
    fc.property(bases, (base) => {
      const right = [...'0123456789'].filter((digit) => isCardNumber(base + digit));
      expect(right).toHaveLength(1);
      expect(isCardNumber(maskCardNumber(base + right[0]))).toBe(true);
    }),
  );
});

test('one digit typed wrong, or two neighbours swapped, is found', () => {
  const number = '4111111111111111';
  for (let at = 0; at < number.length; at++) {
    const other = (Number(number[at]) + 3) % 10;
    expect(isCardNumber(number.slice(0, at) + other + number.slice(at + 1))).toBe(false);
  }
  expect(isCardNumber('5454545454545454')).toBe(true);
  expect(isCardNumber('4554545454545454')).toBe(false);
});

test.each(['', '0', '4111', '42424242424242424242'])('“%s” is no number', (text) => {
  expect(isCardNumber(text)).toBe(false);
});

test('an expiry is good to the end of its month', () => {
  expect(expiryOf('07/31')).toEqual({ month: '07', year: '2031' });
  for (const text of ['', '00/31', '13/31', '7/31', '07/3']) expect(expiryOf(text)).toBeUndefined();
  expect(isExpiry('11/26', new Date(2026, 10, 30, 23, 59))).toBe(true);
  expect(isExpiry('11/26', new Date(2026, 11, 1))).toBe(false);
  expect(isExpiry('12/26', new Date(2026, 11, 31))).toBe(true);
});

test('a CVV is three digits', () => {
  expect(isCvv('123')).toBe(true);
  expect(isCvv('12')).toBe(false);
});
