import { withPlainDigits } from './digits.ts';

const LENGTH = 7;

const charactersOf = (text: string) =>
  withPlainDigits(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
const withDash = (characters: string) => characters.replace(/^([A-Z]{3})(\d{4})$/, '$1-$2');

/** Masks a plate: upper case letters and digits; three letters and four digits get a dash. */
export const maskPlate = (typed: string): string => withDash(charactersOf(typed).slice(0, LENGTH));

/** Returns a plate in its stored form; undefined for any other text, such as a plate with a further digit. */
export function readPlate(text: string): string | undefined {
  const plate = withDash(charactersOf(text));
  return isPlate(plate) ? plate : undefined;
}

/** Returns true for `AAA-1234` or the Mercosul format `AAA1A23`. */
export function isPlate(text: string): boolean {
  return /^[A-Z]{3}(-\d{4}|\d[A-Z]\d{2})$/.test(text);
}
