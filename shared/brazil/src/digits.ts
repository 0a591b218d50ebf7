const DIGIT = /\p{Nd}/u;

/** Unicode has the ten digits of a script in a row, and no two scripts next to each other. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * Returns the text with 0 to 9 in place of the digits of other scripts, and plain letters in place
 * of full-width ones: keyboards and contact lists may have either.
 */
export const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, plainDigit);

export const digitsOf = (text: string): string => withPlainDigits(text).replace(/\D/g, '');
