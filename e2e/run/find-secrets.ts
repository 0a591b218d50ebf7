/**
 * Finds card data, tax numbers and credentials in what a stage printed. Only lines of the backend's
 * log and errors count: titles and assertions of tests contain such values on purpose.
 */
import { isCpfCnpj } from '../../shared/brazil/src/cpf-cnpj.ts';

/** pino's lines, and the first line of an error that isn't an assertion's. */
const IS_SEARCHED = /^\s*(\{"level":\d|(?!Assertion)\w*Error\b)/;
/** Numbers that are part of a longer word or number are ids or durations. */
const CARD = /(?<![\w.-])\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}(?![\w.-])/g;
const CPF = /(?<![\w.-])(?:\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})(?![\w.-])/g;
const KINDS: [what: string, pattern: RegExp][] = [
  ['a CVV', /\b(?:cvv|cvc|verification_value)\W{1,6}\d{3,4}\b/i],
  ['a bearer token', /\bBearer [\w.~+/-]{8}/],
  ['basic credentials', /\bBasic [\w+/=]{8}/],
  ['a credential', /"(?:\w*token|\w*secret|\w*password|authorization|api_?key)":"(?!\[Redacted\])[^"]{4}/i],
  ['the token of a saved card', /\/[0-9A-F]{32}\/[0-9A-F]{32}\b/],
  ['the secret of notices', /notices\/(?:iugu|pix)\/(?!:)[\w-]{8}/],
  // Secrets and the password that tests and the sandbox use.
  ['a known secret', /secret-of-(?:the-)?notices|recarga123|senha-do-operador/],
];

/** Returns the places with such a value, without quoting it. */
export function findSecrets(output: string): string[] {
  return output.split('\n').flatMap((line, index) => {
    if (!IS_SEARCHED.test(line)) return [];
    const kinds = KINDS.filter(([, pattern]) => pattern.test(line)).map(([what]) => what);
    if (line.match(CARD)?.some(isCardNumber)) kinds.push('a card number');
    if (line.match(CPF)?.some(isCpfCnpj)) kinds.push('a CPF');
    return kinds.map((what) => `line ${index + 1} of the output has ${what}`);
  });
}

/** Returns whether a number has the check digit of a card (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const sum = [...digits].reduceRight((total, digit, index) => {
    const value = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
