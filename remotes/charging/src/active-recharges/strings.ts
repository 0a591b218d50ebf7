/** Texts of the cards for running charges on the home. */
export const strings = {
  title: 'Recargas em andamento',
  running: 'Recarga em andamento',
  battery: 'Bateria',
  energy: 'Energia',
} as const;
