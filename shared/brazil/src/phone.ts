const LENGTH = 11;
/** Area code without a 0, then a mobile or a landline number. */
const NATIONAL = /^[1-9]{2}(9\d{8}|[2-5]\d{7})$/;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * Returns the digits of a phone number with its area code, at most 11. Removes Brazil's country
 * code from pasted or autofilled text: after `+` or `00`, or if a complete number follows it. Typed
 * text begins with the mask's parenthesis, so 55 is then an area code (Santa Maria, RS), and a
 * surplus digit doesn't turn it into the country code.
 */
export function phoneDigits(text: string): string {
  const [, prefix, rest = ''] = /^\s*(\+|00)?\s*55(.*)/.exec(text) ?? [];
  const national = digitsOf(rest);
  return (prefix || NATIONAL.test(national) ? national : digitsOf(text)).slice(0, LENGTH);
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
