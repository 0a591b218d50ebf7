export const strings = {
  password: 'Senha',
  passwordRule: 'Por favor, atenda aos critérios de senha',
  forgotten: 'Esqueci minha senha',
  submit: 'Entrar',
  noAccount: 'Ainda não tem uma conta?',
  register: 'Criar conta',
  wrong: 'E-mail ou senha inválidos.',
} as const;
