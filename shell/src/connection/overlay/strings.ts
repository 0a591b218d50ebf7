export const strings = {
  title: 'Desconectado',
  text: 'Conectando...',
  continue: 'Continuar assim mesmo',
};
