import { digitsOf, withPlainDigits } from './digits.ts';

/** Masks a charger number: digits, with a dash inserted before the sixth. At most 7 characters. */
export function maskChargerNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, 6);
  const typedDash = digits.length === 5 && /\d\D*-\D*$/.test(withPlainDigits(typed));
  return digits.length > 5 || typedDash ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}

/** Returns true for 5 digits, a dash and 1 digit. */
export function isChargerNumber(text: string): boolean {
  return /^\d{5}-\d$/.test(text);
}
