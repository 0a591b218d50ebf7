/** UI strings for the reliability board. */
export const strings = {
  title: 'Confiabilidade',
  board: 'Carregadores',
  charger: 'Carregador',
  rate: 'Recargas em 90 dias',
  last: 'Última que deu certo',
  status: 'Status',
  measured: 'Com medição',
  measuredOf: (count: number, all: number) => `${count} de ${all}`,
  unreliable: (count: number) => (count === 1 ? '1 costuma falhar' : `${count} costumam falhar`),
  interval: (low: string, high: string) => `(${low} a ${high})`,
  fewCharges: 'Poucas recargas para medir',
  nothing: '—',
  empty: 'Este local ainda não tem carregadores.',
  failure: 'Erro ao buscar a confiabilidade dos carregadores. Por favor, tente novamente',
} as const;
