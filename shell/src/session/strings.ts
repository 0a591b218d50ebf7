/** What several of these screens say. */
export const strings = {
  toLogin: 'Ir para o login',
} as const;
