export const strings = {
  credited: 'Crédito adicionado com sucesso',
  receipt: 'Recibo',
  refused: 'Não autorizado',
  incomplete: 'Erro ao completar a transação. Por favor tente novamente.',
  paidBack: 'Saldo devolvido',
  paybackRejected: 'Devolução recusada',
  creditedAgain: (amount: string) => `O valor voltou para a sua carteira: ${amount}`,
};
