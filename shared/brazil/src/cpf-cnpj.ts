/** Brazil's tax numbers of a person (CPF, 11 digits) and of a company (CNPJ, 14 places, letters allowed since 2026). */
import { cnpj, cpf } from 'cpf-cnpj-validator';

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;

/** The characters of a number without its punctuation: digits, and the capital letters that a CNPJ may have. */
export const plainTaxNumber = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

const digits = (text: string) => text.replace(/\D/g, '');
/** Puts what there is of the digits into a pattern, such as `000.000.000-00`; the separators come as they are reached. */
function fill(characters: string, pattern: string): string {
  let filled = '';
  let next = 0;
  for (const place of pattern) {
    if (next >= characters.length) break;
    filled += place === '0' ? characters[next++] : place;
  }
  return filled;
}

/** What may stand in a CPF's field. */
export const maskCpf = (typed: string) => fill(digits(typed).slice(0, CPF_LENGTH), '000.000.000-00');

/**
 * What may stand in a field for either: a CPF's punctuation up to 11 digits, a CNPJ's beyond, or as soon as there is a
 * letter. 18 characters at most (specification, section 5).
 */
export function maskCpfCnpj(typed: string): string {
  const characters = plainTaxNumber(typed).slice(0, CNPJ_LENGTH);
  const isCnpj = characters.length > CPF_LENGTH || /[A-Z]/.test(characters);
  return isCnpj ? fill(characters, '00.000.000/0000-00') : maskCpf(characters);
}

/** 11 digits, not all the same, with both check digits right. */
export const isCpf = (text: string) => digits(text).length === CPF_LENGTH && cpf.isValid(digits(text));

/** 14 places, not all the same, with both check digits right; the alphanumeric form of 2026 too. */
export function isCnpj(text: string): boolean {
  const characters = plainTaxNumber(text);
  return characters.length === CNPJ_LENGTH && !/^(.)\1+$/.test(characters) && cnpj.isValid(characters);
}

/** A CPF where it is shorter than 15 characters as typed, else a CNPJ (specification, section 5). */
export const isCpfCnpj = (typed: string) => {
  const masked = maskCpfCnpj(typed);
  return masked.length < 15 ? isCpf(masked) : isCnpj(masked);
};
