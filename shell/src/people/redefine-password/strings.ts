export const strings = {
  title: 'Crie uma nova senha',
  password: 'Nova senha',
  confirmation: 'Confirme nova senha',
  different: 'A confirmação de senha deve ser igual à nova senha',
  submit: 'Salvar nova senha',
  linkSpent: 'Este link não vale mais.',
  mayBeChanged:
    'Este link não vale mais, e sua senha pode já ter sido alterada por ele. Tente entrar com a nova senha.',
  newLink: 'Pedir um novo link',
} as const;
