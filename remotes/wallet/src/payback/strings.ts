/** UI strings for 'Devolver saldo'. */
import type { KeptReason } from '@shared/contract/payback';

export const strings = {
  title: 'Devolver saldo',
  offer: (amount: string) => `${amount} podem voltar para onde vieram`,
  offerProgress: 'Acompanhe suas devoluções',
  offerNothing: 'Veja o que pode voltar para você',
  returns: 'Vai voltar',
  returnsText:
    'O saldo que você não usou volta para a forma de pagamento de onde veio, começando pela mais recente.',
  sources: 'Para onde vai',
  toCard: 'Aparece como estorno em até 2 faturas do cartão.',
  toPix: 'Cai na conta de onde veio o Pix, quase sempre em minutos e no máximo em 1 dia útil.',
  toOther: 'Volta para a forma de pagamento de onde veio.',
  kept: 'Não pode voltar pelo app',
  help: 'Precisa desse valor de volta? Fale com a gente:',
  paybacks: 'Suas devoluções',
  pending: 'A caminho',
  done: 'Concluída',
  rejected: 'Recusada. O valor voltou para a sua carteira.',
  unknownMethod: 'Forma de pagamento',
  empty: 'Não há saldo para devolver',
  emptyText: 'Quando você tiver saldo sem uso, ele pode voltar para onde veio por aqui.',
  unavailable: 'A devolução de saldo não está disponível.',
  give: (amount: string) => `Devolver ${amount}`,
  confirmTitle: (amount: string) => `Devolver ${amount}?`,
  confirmText: 'O valor sai da sua carteira agora e não pode mais ser usado em recargas.',
  requested: 'Devolução pedida',
  requestedText: (amount: string) => `${amount} a caminho. Acompanhe aqui e no extrato.`,
  changed: 'Seu saldo mudou. Confira os valores e confirme de novo.',
  tooMany:
    'Você já pediu várias devoluções. Nada saiu da sua carteira: tente novamente mais tarde ou amanhã.',
  failed: 'Não recebemos a confirmação da devolução. Se você tentar novamente, nada é devolvido duas vezes.',
} as const;

/** Why credit stays; another reason is shown as one that the app doesn't know. */
export const reasons: Readonly<Record<KeptReason, string>> = {
  charging: 'Está reservado para a recarga em andamento.',
  tooOld: 'Foi pago há mais tempo do que o banco ou o cartão aceita para devoluções.',
  onlyInFull: 'Este Pix só pode ser devolvido inteiro, e você já usou uma parte.',
  disputed: 'O pagamento foi contestado no banco.',
  refused: 'O banco ou o cartão recusou a devolução. Você pode tentar de novo amanhã.',
  unsupported: 'Esta forma de pagamento não aceita devoluções.',
  noPayment: 'É um crédito que não veio de um pagamento seu pelo app.',
};
export const unknownReason = 'Não é possível devolver este valor pelo app.';
