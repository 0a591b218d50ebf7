/** UI strings for the vehicle list. */
export const strings = {
  title: 'Veículos cadastrados',
  empty: 'Não há veículos cadastrados',
  add: 'Novo veículo',
  failure: 'Não foi possível carregar a lista agora.',
} as const;
