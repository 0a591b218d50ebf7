export const strings = {
  credited: 'Crédito adicionado com sucesso',
  receipt: 'Recibo',
  refused: 'Não autorizado',
};
