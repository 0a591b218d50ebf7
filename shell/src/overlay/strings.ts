export const strings = {
  title: 'Desconectado',
  text: 'Conectando...',
};
