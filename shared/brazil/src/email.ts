/** Lowercases an e-mail and removes its whitespace. */
export const tidyEmail = (typed: string) => withoutSpaces(typed).toLowerCase();

/** Removes whitespace, for example from a new password. */
export const withoutSpaces = (typed: string) => typed.replace(/\s/g, '');
