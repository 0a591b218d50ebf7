/** UI strings for the vehicle screen. */
export const strings = {
  title: 'Veículo',
  change: 'Alterar',
  changed: 'Veículo atualizado com sucesso',
  question: 'Deseja excluir este veículo?',
  consequence: 'Suas recargas continuam no extrato.',
  deleted: 'Veículo excluido com sucesso',
  deletionFailed: 'Não foi possível excluir o veículo. Tente novamente mais tarde.',
  failure: 'Não foi possível carregar o veículo agora.',
  gone: 'Este veículo não está mais cadastrado.',
} as const;
