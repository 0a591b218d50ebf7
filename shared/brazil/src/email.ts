/** Tidies an e-mail: lower case, no spaces. */
export const tidyEmail = (typed: string) => withoutSpaces(typed).toLowerCase();

/** Tidies a new password: no spaces. */
export const withoutSpaces = (typed: string) => typed.replace(/\s/g, '');
