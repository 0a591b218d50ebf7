/** The headings that stand in the shell's header (specification, section 2), or on the screen where there is none. */
export const titles = {
  login: 'Faça seu login',
  register: 'Crie sua conta',
  forgotPassword: 'Esqueci a senha',
} as const;
