/** UI strings for the fallback screen of the viewers. */
export const strings = {
  title: 'Painel não encontrado',
  check: 'Confira o endereço digitado',
  text: 'Cada painel tem um endereço próprio, que termina com o número do local.',
} as const;
