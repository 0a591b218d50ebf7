/** Lowercases an e-mail, and removes whitespace and invisible characters, as pasted text may have. */
export const tidyEmail = (typed: string) => typed.replace(/[\s\p{Cf}]/gu, '').toLowerCase();

/** Removes whitespace, for example from a new password. */
export const withoutSpaces = (typed: string) => typed.replace(/\s/g, '');
