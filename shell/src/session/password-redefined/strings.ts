export const strings = {
  title: 'Senha alterada',
  text: 'Sua senha foi alterada com sucesso',
} as const;
