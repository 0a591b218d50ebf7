/** Words of a typed or stored address, in plain letters. */

export const MAX_QUERY_LENGTH = 80;
const ABBREVIATIONS: Record<string, string> = {
  sta: 'santa',
  sto: 'santo',
  jd: 'jardim',
  vl: 'vila',
  pq: 'parque',
};
/** Expanded only as the first of several words: alone they may begin a name, such as 'Alfenas'. */
const STREET_ABBREVIATIONS: Record<string, string> = {
  av: 'avenida',
  r: 'rua',
  al: 'alameda',
  pca: 'praca',
  rod: 'rodovia',
};
const NUMBER_SIGNS = new Set(['n', 'no', 'numero']);

export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
export const split = (text: string) => text.split(/[^a-z0-9]+/).filter((word) => word !== '');
/** Treats 'd’Oeste' as one word. */
export const joined = (text: string) => split(plain(text).replace(/['’]/g, ''));
export const compact = (text: string) => joined(text).join('');

/** Returns the words that a user typed, with common abbreviations expanded. */
export function typedWords(text: string): string[] {
  const words = joined(text.slice(0, MAX_QUERY_LENGTH)).map((word) => ABBREVIATIONS[word] ?? word);
  const [first = '', ...others] = words;
  return others.length > 0 ? [STREET_ABBREVIATIONS[first] ?? first, ...others] : words;
}

const isNumber = (word = '') => /^\d+[a-z]?$/.test(word);
/** Removes house numbers. */
export const withoutNumbers = (words: string[]) =>
  words.filter((word, i) => !isNumber(word) && !(NUMBER_SIGNS.has(word) && isNumber(words[i + 1])));

/**
 * Returns the digits of a text that is a postal code (CEP), complete or at least its first half.
 */
export const postalCodeIn = (text: string): string | undefined =>
  /^\s*(?:cep\s*:?\s*)?(\d{2})\.?(\d{3})[-\s]?(\d{0,3})\s*$/i.exec(text)?.slice(1).join('');

/**
 * Returns the parts of an address after each of the first five commas, semicolons or dashes, the
 * longest first. 'Rua X, Moema, São Paulo' may only be known as 'Moema, São Paulo'.
 */
export const partsAfterCommas = (text: string): string[] =>
  [...text.matchAll(/[,;]| [-–] /g)].map(({ index }) => text.slice(index + 1)).slice(0, 5);
