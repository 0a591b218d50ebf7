/** Texts of the cards for running charges on the home. */
export const strings = {
  title: 'Recargas em andamento',
  plugIn: 'Conecte o plug no seu veículo.',
  waitLeft: 'Tempo para conectar',
  running: 'Recarga em andamento',
  battery: 'Bateria',
  energy: 'Energia',
} as const;
