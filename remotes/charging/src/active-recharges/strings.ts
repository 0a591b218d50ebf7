/** UI strings for the cards of running charges on the home. */
export const strings = {
  title: 'Recargas em andamento',
  plugIn: 'Conecte o plug no seu veículo.',
  waitLeft: 'Tempo para conectar',
  running: 'Recarga em andamento',
  battery: 'Bateria',
  failure: 'Não foi possível buscar suas recargas. Uma recarga em andamento continua normalmente.',
  overstayWillCost: (time: string) => `Permanência cobrada a partir das ${time}`,
  overstayCosts: (time: string) => `Permanência cobrada desde as ${time}`,
} as const;
