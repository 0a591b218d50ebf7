/** Words of the viewers' fallback. */
export const strings = {
  title: 'Painel não encontrado',
  text: 'Confira o endereço digitado. Cada painel tem um endereço próprio, que termina com o número do local.',
} as const;
