/** What may stand in an e-mail's field: lower case, no spaces (specification, section 5). */
export const tidyEmail = (typed: string) => withoutSpaces(typed).toLowerCase();

/** What may stand in the field of a new password. */
export const withoutSpaces = (typed: string) => typed.replace(/\s/g, '');
