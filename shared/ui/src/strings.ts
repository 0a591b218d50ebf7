/** Words used across the product. */
export const words = {
  back: 'Voltar',
  close: 'Fechar',
  cancel: 'Cancelar',
  confirm: 'Confirmar',
  retry: 'Tentar novamente',
  failure: 'Falha',
  wait: 'Aguarde…',
  showPassword: 'Mostrar senha',
  hidePassword: 'Ocultar senha',
  notices: 'Avisos',
  loading: 'Carregando…',
  networkFailure: 'Sua conexão está instável. Por favor, tente mais tarde.',
  serverFailure: 'Falha no servidor. Por favor tente novamente.',
  logOut: 'Sair',
} as const;

/** Power levels. */
export const powerWords = {
  idle: 'parado',
  low: 'potência baixa',
  mid: 'potência média',
  high: 'potência alta',
} as const;

/** Battery levels. */
export const batteryWords = { red: 'baixa', yellow: 'média', green: 'alta' } as const;

/** Counts of a site's chargers. */
export const chargerWords = {
  available: (count: number) => `${count} ${count === 1 ? 'disponível' : 'disponíveis'}`,
  inUse: (count: number) => `${count} em uso`,
  offline: (count: number) => `${count} offline`,
  outOfService: (count: number) => `${count} ${count === 1 ? 'indisponível' : 'indisponíveis'}`,
  none: 'nenhum carregador',
} as const;

/** Display names of plugs (`cctName`). */
export const plugNames: Readonly<Record<string, string>> = {
  type2: 'Tipo 2',
  j1772: 'J1772',
  chademo: 'CHAdeMO',
  ccs1: 'CCS 1',
  ccs2: 'CCS 2',
};
