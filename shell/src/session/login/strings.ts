export const strings = {
  title: 'Faça seu login',
  email: 'E-mail',
  password: 'Senha',
  submit: 'Entrar',
  required: 'Campo Obrigatório',
  invalidEmail: 'Por favor insira um e-mail válido',
  passwordRule: 'Por favor, atenda aos critérios de senha',
  wrong: 'E-mail ou senha inválidos.',
  network: 'Sua conexão está instável. Por favor, tente mais tarde.',
  server: 'Falha no servidor. Por favor tente novamente.',
} as const;
