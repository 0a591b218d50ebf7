/** Messages that several forms share. */
export const strings = {
  required: 'Campo Obrigatório',
  email: 'Por favor insira um e-mail válido',
  fullName: 'Por favor insira nome e sobrenome',
  passwordHint: 'Pelo menos 6 caracteres.',
  shortPassword: 'A senha precisa ter pelo menos 6 caracteres. Por favor, tente novamente.',
  tooMany: 'Foram muitas tentativas. Espere um minuto e tente novamente.',
  notSaved: 'Falha ao salvar',
  delete: 'Excluir',
} as const;
