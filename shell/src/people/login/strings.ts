export const strings = {
  password: 'Senha',
  passwordRule: 'Por favor, atenda aos critérios de senha',
  forgotten: 'Esqueci minha senha',
  submit: 'Entrar',
  keepsCharge: 'A sua recarga sem conta continua, e volta a aparecer aqui quando você sair da conta.',
  noAccount: 'Ainda não tem uma conta?',
  register: 'Criar conta',
  wrong: 'E-mail ou senha inválidos.',
} as const;
