/** What is typed of a payment card (specification, sections 5 and 9). Nothing here keeps or sends any of it. */

const NUMBER_LENGTH = 16;
const SHORTEST_NUMBER = 13;
const CVV_LENGTH = 3;

const digits = (text: string) => text.replace(/\D/g, '');

/** What may stand in a card number's field: groups of 4, 19 characters at most. */
export const maskCardNumber = (typed: string): string =>
  digits(typed)
    .slice(0, NUMBER_LENGTH)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** What may stand in an expiry's field: MM/YY. Browsers fill in MM/YYYY as well. */
export function maskExpiry(typed: string): string {
  const all = digits(typed).replace(/^(\d\d)20(\d\d)$/, '$1$2');
  return [all.slice(0, 2), all.slice(2, 4)].filter(Boolean).join('/');
}

/** What may stand in a CVV's field: 3 digits at most. */
export const maskCvv = (typed: string): string => digits(typed).slice(0, CVV_LENGTH);

export const isCvv = (text: string): boolean => /^\d{3}$/.test(text);

/** 13 to 16 digits whose check digit is right (Luhn). */
export function isCardNumber(text: string): boolean {
  const number = digits(text);
  if (number.length < SHORTEST_NUMBER || number.length > NUMBER_LENGTH) return false;
  let sum = 0;
  for (const [fromRight, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (fromRight % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Month `MM` and year `YYYY` of an expiry MM/YY; undefined for anything else. */
export function expiryOf(text: string): { month: string; year: string } | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text) ?? [];
  return month && year ? { month, year: `20${year}` } : undefined;
}

/** Whether a card of this expiry, MM/YY, can still be used: it is good to the end of its month. */
export function isExpiry(text: string, now: Date): boolean {
  const expiry = expiryOf(text);
  return expiry !== undefined && new Date(Number(expiry.year), Number(expiry.month)) > now;
}
