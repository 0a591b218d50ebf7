/** Headings that appear in the shell's header, or on the screen itself if there is no header. */
export const titles = {
  login: 'Faça seu login',
  register: 'Crie sua conta',
  forgotPassword: 'Esqueci a senha',
} as const;
