import type { PasswordRefusal } from '@shared/contract';

const passwordRefusals: Record<PasswordRefusal, string> = {
  PASSWORD_INVALID: 'A senha precisa ter de 6 a 200 caracteres.',
  PASSWORD_BLANK: 'A senha não pode conter apenas espaços.',
  PASSWORD_REPEATED: 'A senha não pode ser um mesmo caractere repetido.',
  PASSWORD_IS_EMAIL: 'A senha não pode ser o seu e-mail.',
  PASSWORD_IS_NAME: 'A senha não pode ser o seu nome.',
  PASSWORD_COMMON: 'Esta senha é muito comum e fácil de adivinhar. Escolha outra.',
};

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
  passwordRefusals,
} as const;
