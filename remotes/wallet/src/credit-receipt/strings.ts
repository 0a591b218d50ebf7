import { words } from '@shared/ui';

/** UI strings for the receipt of a top-up. */
export const strings = {
  title: 'Adicionou',
  failure: 'Falha ao carregar Extrato de Adição. Por favor, tente novamente',
  method: 'Pagamento',
  state: 'Situação',
  date: 'Data',
  order: 'Pedido nº',
  invoice: 'Fatura',
  toBePaid: 'Aguardando pagamento',
  seeCode: 'Ver código Pix',
} as const;

/** Labels and status icons of the order states; an unknown state is shown unchanged. */
export const orderStates = {
  paid: { word: 'Crédito adicionado', kind: 'done' },
  captured: { word: 'Procesando crédito...', kind: 'attention' },
  pending: { word: 'Procesando crédito...', kind: 'attention' },
  unauthorized: { word: 'Não autorizado', kind: 'fault' },
  canceled: { word: 'Cancelado', kind: 'fault' },
  error: { word: words.failure, kind: 'fault' },
} as const;
