/** Strings that several of these screens share. */
export const strings = {
  email: 'E-mail',
  toLogin: 'Ir para o login',
  emailConfirmed: 'Email confirmado!',
  emailConfirmedText: 'Sua conta está pronta. Faça login para começar a recarregar.',
  passwordRedefined: 'Senha alterada',
  passwordRedefinedText: 'Sua senha foi alterada com sucesso',
} as const;
