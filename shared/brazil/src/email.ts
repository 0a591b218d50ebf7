/** Lowercases an e-mail, and removes whitespace and invisible characters, as pasted text may have. */
export const tidyEmail = (typed: string) => typed.replace(/[\s\p{Cf}]/gu, '').toLowerCase();

/** Returns whether a tidied e-mail address has the usual form, with a domain of several parts. */
export const isEmail = (text: string) =>
  /^(?!.*'@)[\w'+-]+(\.[\w'+-]+)*@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text);

/** Removes whitespace, for example from a new password. */
export const withoutSpaces = (typed: string) => typed.replace(/\s/g, '');
