const LENGTH = 11;
/** An area code, in which there is no 0, and a mobile number or a landline's. */
const NATIONAL = /^[1-9]{2}(9\d{8}|[2-5]\d{7})$/;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * Digits of a phone number with its area code, 11 at most. The country code of Brazil is left out where it was pasted or
 * filled in: behind `+` or `00`, or before what is a whole number then. What was typed begins with the mask's parenthesis:
 * there 55 is an area code (Santa Maria, RS), and a digit too many is no reason to take it for the country's.
 */
export function phoneDigits(text: string): string {
  const [, prefix, rest = ''] = /^\s*(\+|00)?\s*55(.*)/.exec(text) ?? [];
  const national = digitsOf(rest);
  return (prefix || NATIONAL.test(national) ? national : digitsOf(text)).slice(0, LENGTH);
}

/** What may stand in a phone's field: `(11) 3456-7890` or `(11) 93456-7890` (specification, section 5). */
export function maskPhone(typed: string): string {
  // The beginning of a country code that is typed key by key.
  if (/^\+5{0,2}$/.test(typed)) return typed;
  const digits = phoneDigits(typed);
  if (digits.length <= 2) return digits && `(${digits}`;
  const number = digits.slice(2);
  const split = digits.length === LENGTH ? 5 : 4;
  const end = number.slice(split);
  return `(${digits.slice(0, 2)}) ${number.slice(0, split)}${end && `-${end}`}`;
}

/** An area code (none begins or ends with 0) and eight or nine digits. */
export const isPhone = (text: string) => /^[1-9]{2}\d{8,9}$/.test(digitsOf(text));
