/** UI strings of the home's parts that are loaded when needed. */
export const strings = {
  emptyFiltered: 'Nenhum local atende aos filtros escolhidos.',
  searchFarther: 'Buscar mais longe',
  farther: 'Mais longe, o local mais próximo é este:',
  noneFarther: 'Também não há locais mais longe.',
  failure: 'Erro ao buscar sites de carregamento. Por favor, tente novamente',
  apply: 'Aplicar',
  plug: 'Conector',
  anyPlug: 'Todos os conectores',
  current: 'Tipo de recarga',
  anyCurrent: 'Todos',
  AC: 'AC',
  DC: 'DC rápida',
  freeParking: 'Estacionamento grátis',
  filters: 'Filtros',
  clearFilters: 'Limpar filtros',
} as const;
