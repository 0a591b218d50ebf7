import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import {
  expiryOf,
  isAmericanExpress,
  isCardNumber,
  isCvv,
  isExpiry,
  maskCardNumber,
  maskCvv,
  maskExpiry,
} from './card.ts';

const typed = fc
  .array(fc.constantFrom(...'0123456789 /-a'), { maxLength: 30 })
  .map((characters) => characters.join(''));

test.each([
  [maskCardNumber, /^(\d{4} ){0,3}\d{0,4}$/, 19],
  [maskExpiry, /^\d{0,2}$|^\d\d\/\d{1,2}$/, 5],
  [maskCvv, /^\d{0,3}$/, 3],
] as const)(
  '%p is idempotent and keeps to the format and the length limit of its field',
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

test('keeps the digits of a card number and shortens a four-digit year', () => {
  expect(maskCardNumber('4111111111111111')).toBe('4111 1111 1111 1111');
  expect(maskCardNumber('4111-1')).toBe('4111 1');
  expect(maskExpiry('12/2031')).toBe('12/31');
  expect(maskExpiry('1220')).toBe('12/20');
});

test.each(['2027-05', '2027/05', '2027-5', '5/27', '5/2027', '5-27', ' 05 / 27 ', '5 / 2027'])(
  "masks the pasted or autofilled expiry '%s' as 05/27",
  (text) => expect(maskExpiry(text)).toBe('05/27'),
);

test('does not pad the month of an expiry while its first digit is deleted', () => {
  expect(maskExpiry('5/27', false)).toBe('52/7');
});

test('recognizes American Express by the beginning of its number', () => {
  for (const text of ['34', '3714 4963 5398 431', '\uff13\uff17']) expect(isAmericanExpress(text)).toBe(true);
  for (const text of ['', '3', '36', '4111 1111 1111 1137']) expect(isAmericanExpress(text)).toBe(false);
});

test('accepts exactly one check digit for any number', () => {
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

test('rejects a mistyped digit and swapped adjacent digits', () => {
  const number = '4111111111111111';
  for (let at = 0; at < number.length; at++) {
    const other = (Number(number[at]) + 3) % 10;
    expect(isCardNumber(number.slice(0, at) + other + number.slice(at + 1))).toBe(false);
  }
  expect(isCardNumber('5454545454545454')).toBe(true);
  expect(isCardNumber('4554545454545454')).toBe(false);
});

test.each(['', '0', '4111', '42424242424242424242'])('rejects the card number “%s”', (text) => {
  expect(isCardNumber(text)).toBe(false);
});

test('accepts an expiry until the end of its month', () => {
  expect(expiryOf('07/31')).toEqual({ month: '07', year: '2031' });
  for (const text of ['', '00/31', '13/31', '7/31', '07/3']) expect(expiryOf(text)).toBeUndefined();
  expect(isExpiry('11/26', new Date(2026, 10, 30, 23, 59))).toBe(true);
  expect(isExpiry('11/26', new Date(2026, 11, 1))).toBe(false);
  expect(isExpiry('12/26', new Date(2026, 11, 31))).toBe(true);
});

test('accepts a card in its own month and before, and never after', () => {
  const month = fc.integer({ min: 1, max: 12 });
  const hour = fc.record({ day: fc.integer({ min: 1, max: 28 }), hour: fc.integer({ min: 0, max: 23 }) });
  const monthsOf = (year: number, of: number) => year * 12 + of;
  fc.assert(
    fc.property(month, fc.nat(99), month, fc.nat(99), hour, (until, year, now, nowYear, at) => {
      const text = `${String(until).padStart(2, '0')}/${String(year).padStart(2, '0')}`;
      const present = new Date(2000 + nowYear, now - 1, at.day, at.hour);
      expect(isExpiry(text, present)).toBe(monthsOf(year, until) >= monthsOf(nowYear, now));
    }),
  );
});

test('accepts only MM/YY as an expiry', () => {
  const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));
  fc.assert(
    fc.property(fc.oneof(typed, typed.map(maskExpiry)), (text) => {
      const [month = '', year = '', ...more] = text.split('/');
      const right = more.length === 0 && months.includes(month) && /^\d\d$/.test(year);
      expect(expiryOf(text)).toEqual(right ? { month, year: `20${year}` } : undefined);
    }),
  );
});

test('accepts exactly three digits as a CVV', () => {
  fc.assert(
    fc.property(typed, (text) => {
      expect(isCvv(text)).toBe(text.length === 3 && [...text].every((one) => one >= '0' && one <= '9'));
      expect(isCvv(maskCvv(text))).toBe(text.replace(/\D/g, '').length >= 3);
    }),
  );
});
