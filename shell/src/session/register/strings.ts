export const strings = {
  name: 'Nome completo',
  email: 'E-mail',
  password: 'Senha',
  passwordHint: 'Pelo menos 6 caracteres.',
  confirmation: 'Confirme sua senha',
  different: 'A confirmação de senha deve ser igual à senha',
  submit: 'Criar conta',
  hasAccount: 'Já tem uma conta?',
  login: 'Fazer login',
  taken: 'Este e-mail já possui uma conta.',
  created: 'Conta criada com sucesso!',
  confirmationSent: (email: string) => `Enviamos um e-mail de confirmação para ${email}.`,
} as const;
