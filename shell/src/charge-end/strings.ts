export const strings = {
  receipt: 'Recibo',
};
