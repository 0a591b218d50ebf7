export const strings = {
  ended: 'Recarga finalizada',
  receipt: 'Recibo',
};
