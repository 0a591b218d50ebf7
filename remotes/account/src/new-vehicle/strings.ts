/** Words of the screen that adds a vehicle. */
export const strings = {
  title: 'Novo veículo',
  save: 'Salvar Veículo',
  saved: 'Veículo adicionado com sucesso',
} as const;
