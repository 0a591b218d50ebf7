/** UI strings of a site's card. */
export const strings = {
  unnamed: 'Local de recarga',
  freeParking: 'Estacionamento grátis',
  upTo: (power: string) => `até ${power}`,
  from: 'a partir de',
  perKwh: '/kWh',
  allInUse: 'Todos em uso',
  inUseOrReserved: 'Em uso ou reservado',
  disconnected: 'Sem comunicação',
  unavailable: 'Indisponível no momento',
  unreported: 'Sem informação',
} as const;

/** Words for the number of chargers in a state. */
export const chargerWords = {
  available: (count: number) => `${count} ${count === 1 ? 'disponível' : 'disponíveis'}`,
  inUse: (count: number) => `${count} em uso`,
  reserved: (count: number) => `${count} ${count === 1 ? 'reservado' : 'reservados'}`,
  offline: (count: number) => `${count} offline`,
  outOfService: (count: number) => `${count} ${count === 1 ? 'indisponível' : 'indisponíveis'}`,
  none: 'nenhum carregador',
} as const;
