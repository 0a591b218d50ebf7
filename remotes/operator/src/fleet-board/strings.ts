/** Words of the status board. */
export const strings = {
  total: 'Total de carregadores',
  available: (count: number) => (count === 1 ? '1 disponível' : `${count} disponíveis`),
  inUse: (count: number) => `${count} em uso`,
  out: (count: number) => `${count} fora de serviço`,
  charger: 'Carregador',
  energy: 'Energia',
  remaining: 'Restante',
  status: 'Status',
  since: (time: string) => `início ${time}`,
  nothing: '—',
  empty: 'Este local ainda não tem carregadores.',
  failure: 'Erro ao buscar estações de carregamento',
  problems: 'Problemas com o carregador?',
  contact: 'Fale com a gente pelo WhatsApp',
} as const;
