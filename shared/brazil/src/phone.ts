import { digitsOf, withPlainDigits } from './digits.ts';

const LENGTH = 11;
/** Area code without a 0, then a mobile or a landline number. */
const NUMBER = '[1-9]{2}(?:9\\d{8}|[2-5]\\d{7})';
const NATIONAL = new RegExp(`^${NUMBER}$`);
/** As dialled from another area: 0, perhaps the two digits of a long-distance carrier, the number. */
const DIALLED = new RegExp(`^0(?:\\d{2})??(${NUMBER})$`);

const withoutTrunk = (digits: string) => DIALLED.exec(digits)?.[1] ?? digits;

/**
 * Returns the digits of a phone number with its area code, at most 11. Removes the 0 before the area
 * code of a complete number, and Brazil's country code from pasted or autofilled text: after `+` or
 * `00`, or if a complete number follows it. Typed text begins with the mask's parenthesis, so 55 is
 * then an area code (Santa Maria, RS), and a surplus digit doesn't turn it into the country code.
 */
export function phoneDigits(text: string): string {
  const compact = withPlainDigits(text).replace(/[^\d+(]/g, '');
  const [, prefix, rest = ''] = /^(\(?(?:\+|00))?55(.*)/.exec(compact) ?? [];
  const national = withoutTrunk(digitsOf(rest));
  return (prefix || NATIONAL.test(national) ? national : withoutTrunk(digitsOf(compact))).slice(0, LENGTH);
}

/** Masks a phone number: `(11) 3456-7890` or `(11) 93456-7890`. */
export function maskPhone(typed: string): string {
  // Keep the beginning of a country code typed key by key.
  if (/^\+5{0,2}$/.test(typed)) return typed;
  const digits = phoneDigits(typed);
  if (digits.length <= 2) return digits && `(${digits}`;
  const number = digits.slice(2);
  const split = digits.length === LENGTH ? 5 : 4;
  const end = number.slice(split);
  return `(${digits.slice(0, 2)}) ${number.slice(0, split)}${end && `-${end}`}`;
}

/** Returns true for an area code (without a 0) and eight or nine digits. */
export const isPhone = (text: string) => /^[1-9]{2}\d{8,9}$/.test(digitsOf(text));
