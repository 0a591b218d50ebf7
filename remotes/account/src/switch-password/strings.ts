/** UI strings for the password screen. */
export const strings = {
  title: 'Alterar senha',
  newTitle: 'Criar senha',
  current: 'Senha atual',
  password: 'Nova senha',
  confirmation: 'Confirme nova senha',
  differs: 'A confirmação de senha deve ser igual à nova senha',
  incorrect: 'Senha atual incorreta. Por favor, tente novamente.',
  save: 'Salvar',
  saved: 'Sua senha foi alterada com sucesso',
} as const;
