export const strings = {
  explanation: 'Informe o e-mail da sua conta. Enviaremos um link para você criar uma nova senha.',
  submit: 'Enviar',
  again: (seconds: number) => `Você poderá enviar de novo em ${seconds} s.`,
  backToLogin: 'Voltar ao login',
  unknown: 'E-mail não cadastrado.',
  // The limit of mails lasts longer than a minute.
  tooMany: 'Foram muitas tentativas. Espere alguns minutos e tente novamente.',
  sent: 'E-mail enviado!',
  sentTo: (email: string) => `Enviamos o link para ${email}. Se ele não chegar, confira a caixa de spam.`,
} as const;
