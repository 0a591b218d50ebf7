/** UI strings for the payment methods screen. */
import { isolate } from '@shared/brazil/isolate';

export const strings = {
  title: 'Adicionar crédito',
  cards: 'Cartões salvos',
  main: 'Principal',
  edit: (card: string) => `Editar ${isolate(card)}`,
  other: 'Outras formas de pagamento',
  newCard: 'Cartão de crédito',
  newCardText: 'Cadastre um cartão novo',
  pix: 'Pix',
  pixText: 'Pague com código ou QR Code',
} as const;
