/** Masks and validation for payment card fields. Nothing here stores or sends the data. */
import { digitsOf, withPlainDigits } from './digits.ts';

const NUMBER_LENGTH = 16;
const MIN_NUMBER_LENGTH = 13;
const CVV_LENGTH = 3;
const YEAR_FIRST = /^(20\d\d)[/-](\d\d?)$/;
const SINGLE_DIGIT_MONTH = /^(\d)(?=[/-](?:20)?\d\d$)/;

/** Masks a card number: groups of 4 digits, at most 19 characters. */
export const maskCardNumber = (typed: string): string =>
  digitsOf(typed)
    .slice(0, NUMBER_LENGTH)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/**
 * Masks an expiry as MM/YY. Accepts MM/YYYY, YYYY-MM and an unpadded month from autofill.
 * @param isWhole false while the user edits in the middle, where a single digit means that the
 * other one was deleted
 */
export function maskExpiry(typed: string, isWhole = true): string {
  const plain = withPlainDigits(typed).replace(/\s/g, '');
  const expiry = isWhole ? plain.replace(YEAR_FIRST, '$2/$1').replace(SINGLE_DIGIT_MONTH, '0$1') : plain;
  const allDigits = digitsOf(expiry).replace(/^(\d\d)20(\d\d)$/, '$1$2');
  return [allDigits.slice(0, 2), allDigits.slice(2, 4)].filter(Boolean).join('/');
}

/** Masks a CVV: at most 3 digits. */
export const maskCvv = (typed: string): string => digitsOf(typed).slice(0, CVV_LENGTH);

export const isCvv = (text: string): boolean => /^\d{3}$/.test(text);

/** Returns true for the beginning or the whole of an American Express number: 34 or 37. */
export const isAmericanExpress = (text: string): boolean => /^3[47]/.test(digitsOf(text));

/** Returns true for 13 to 16 digits with a correct check digit (Luhn). */
export function isCardNumber(text: string): boolean {
  const number = digitsOf(text);
  if (number.length < MIN_NUMBER_LENGTH || number.length > NUMBER_LENGTH) return false;
  let sum = 0;
  for (const [fromRight, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (fromRight % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Returns the month `MM` and year `YYYY` of an expiry MM/YY, or undefined for anything else. */
export function expiryOf(text: string): { month: string; year: string } | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text) ?? [];
  return month && year ? { month, year: `20${year}` } : undefined;
}

/** Returns true if a card with this expiry (MM/YY) is valid at `now`: until its month ends. */
export function isExpiry(text: string, now: Date): boolean {
  const expiry = expiryOf(text);
  return expiry !== undefined && new Date(Number(expiry.year), Number(expiry.month)) > now;
}
