/** CPF of individuals (11 digits), CNPJ of companies (14 characters; letters since 2026). */
import { digitsOf, withPlainDigits } from './digits.ts';

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;

/** The number's name before it, as in a copied line. */
const NAME = /^\s*(?:CPF|CNPJ)[^0-9A-Z]+/;

/** Removes the punctuation: keeps digits and the capital letters that a CNPJ may have. */
export const plainTaxNumber = (text: string) =>
  withPlainDigits(text)
    .toUpperCase()
    .replace(NAME, '')
    .replace(/[^0-9A-Z]/g, '');

/** Fills characters into a pattern such as `000.000.000-00`, up to the last character. */
function fill(characters: string, pattern: string): string {
  let filled = '';
  let next = 0;
  for (const place of pattern) {
    if (next >= characters.length) break;
    filled += place === '0' ? characters[next++] : place;
  }
  return filled;
}

export const maskCpf = (typed: string) => fill(digitsOf(typed).slice(0, CPF_LENGTH), '000.000.000-00');

/** Masks as a CPF up to 11 digits, as a CNPJ beyond that or if there is a letter. */
export function maskCpfCnpj(typed: string): string {
  const characters = plainTaxNumber(typed).slice(0, CNPJ_LENGTH);
  const isCnpj = characters.length > CPF_LENGTH || /[A-Z]/.test(characters);
  return isCnpj ? fill(characters, '00.000.000/0000-00') : maskCpf(characters);
}

/**
 * Returns the number with its next check digit: modulus 11 over weights that grow from 2 at the
 * right end and start again after `maxWeight`. A character counts as its ASCII code minus 48, so
 * digits count as themselves.
 */
function withCheckDigit(number: string, maxWeight: number): string {
  let sum = 0;
  let weight = 2;
  for (let at = number.length - 1; at >= 0; at--) {
    sum += (number.charCodeAt(at) - 48) * weight;
    weight = weight === maxWeight ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return `${number}${rest < 2 ? 0 : 11 - rest}`;
}

/** Returns true for two correct check digits and characters that are not all the same. */
function isTaxNumber(number: string, maxWeight: number): boolean {
  const base = number.slice(0, -2);
  const expected = withCheckDigit(withCheckDigit(base, maxWeight), maxWeight);
  return number === expected && !/^(.)\1*$/.test(number);
}

const CPF_MAX_WEIGHT = 11;
const CNPJ_MAX_WEIGHT = 9;

/** Returns true for 11 digits that are not all the same and end in their two check digits. */
export function isCpf(text: string): boolean {
  const number = digitsOf(text);
  return number.length === CPF_LENGTH && isTaxNumber(number, CPF_MAX_WEIGHT);
}

/** Like `isCpf`, but 14 characters, of which the first 12 may be letters. */
export function isCnpj(text: string): boolean {
  const number = plainTaxNumber(text);
  return number.length === CNPJ_LENGTH && isTaxNumber(number, CNPJ_MAX_WEIGHT);
}

/** Validates as a CPF if the masked text has fewer than 15 characters, otherwise as a CNPJ. */
export const isCpfCnpj = (typed: string) => (maskCpfCnpj(typed).length < 15 ? isCpf(typed) : isCnpj(typed));
