export const strings = {
  name: 'Nome completo',
  password: 'Senha',
  confirmation: 'Confirme sua senha',
  different: 'A confirmação de senha deve ser igual à senha',
  submit: 'Criar conta',
  agreement: 'Ao criar a conta, você concorda com os',
  terms: 'Termos de uso',
  and: 'e a',
  privacy: 'Política de privacidade',
  hasAccount: 'Já tem uma conta?',
  login: 'Fazer login',
  taken: 'Este e-mail já possui uma conta.',
  created: 'Conta criada com sucesso!',
  confirmationSent: (email: string) => `Enviamos um e-mail de confirmação para ${email}.`,
  confirmationNotSent: (email: string) =>
    `Ainda não conseguimos enviar o e-mail de confirmação para ${email}. Você já pode entrar.`,
} as const;
