/** The words of the parts that every screen has. */
export const strings = {
  back: 'Voltar',
  close: 'Fechar',
  cancel: 'Cancelar',
  confirm: 'Confirmar',
  retry: 'Tentar novamente',
  wait: 'Aguarde…',
  showPassword: 'Mostrar senha',
  hidePassword: 'Ocultar senha',
  notices: 'Avisos',
  loading: 'Carregando…',
} as const;

/** How much power flows. */
export const powerWords = {
  idle: 'parado',
  low: 'potência baixa',
  mid: 'potência média',
  high: 'potência alta',
} as const;

/** How full a car's battery is. */
export const batteryWords = { red: 'baixa', yellow: 'média', green: 'alta' } as const;

/** A site's chargers, counted. */
export const chargerWords = {
  available: (count: number) => `${count} ${count === 1 ? 'disponível' : 'disponíveis'}`,
  inUse: (count: number) => `${count} em uso`,
  offline: (count: number) => `${count} offline`,
  none: 'nenhum carregador',
} as const;

/** The names of plugs (`cctName`) for people. */
export const plugNames: Readonly<Record<string, string>> = {
  type2: 'Tipo 2',
  j1772: 'J1772',
  chademo: 'CHAdeMO',
  ccs1: 'CCS 1',
  ccs2: 'CCS 2',
};
