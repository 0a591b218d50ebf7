export const strings = {
  receipt: 'Recibo',
  details: 'Ver detalhes',
};
