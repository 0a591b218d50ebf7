/** The messages that several forms have (specification, sections 5 and 8). */
export const strings = {
  required: 'Campo Obrigatório',
  email: 'Por favor insira um e-mail válido',
  fullName: 'Por favor insira nome e sobrenome',
  shortPassword: 'A senha precisa ter pelo menos 6 caracteres. Por favor, tente novamente.',
  network: 'Sua conexão está instável. Por favor, tente mais tarde.',
  server: 'Falha no servidor. Por favor tente novamente.',
  tooMany: 'Foram muitas tentativas. Espere um minuto e tente novamente.',
  notSaved: 'Falha ao salvar',
} as const;
