/** Strings that several of these screens share. */
export const strings = {
  toLogin: 'Ir para o login',
} as const;
