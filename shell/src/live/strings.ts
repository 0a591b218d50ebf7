export const strings = {
  credited: 'Crédito adicionado com sucesso',
  receipt: 'Recibo',
  close: 'Fechar',
  refused: 'Não autorizado',
};
