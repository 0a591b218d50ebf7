import { withPlainDigits } from './digits.ts';

/** Masks a plate: upper case letters and digits; three letters and four digits get a dash. */
export function maskPlate(typed: string): string {
  const characters = withPlainDigits(typed)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 7);
  return characters.replace(/^([A-Z]{3})(\d{4})$/, '$1-$2');
}

/** Returns true for `AAA-1234` or the Mercosul format `AAA1A23`. */
export function isPlate(text: string): boolean {
  return /^[A-Z]{3}(-\d{4}|\d[A-Z]\d{2})$/.test(text);
}
