/** UI strings for the new vehicle screen. */
export const strings = {
  title: 'Novo veículo',
  save: 'Salvar Veículo',
  saved: 'Veículo adicionado com sucesso',
} as const;
