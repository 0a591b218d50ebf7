import { words } from '@shared/ui';

/** UI strings for the top-up. The product specifies their wording: don't change it. */
export const strings = {
  title: 'Adicionar crédito',
  method: 'Forma de pagamento',
  pixText: 'O código é gerado no próximo passo',
  amount: 'Quanto você quer adicionar?',
  before: 'Saldo atual',
  after: 'Saldo depois',
  add: 'Adicionar Créditos',
  confirmTitle: (amount: string) => `Confirmar crédito de ${amount}`,
  confirmText: (amount: string) => `Você está adicionando ${amount} de créditos. Você confirma?`,
  gone: 'Este cartão não está mais salvo.',
} as const;

/** Messages for the outcomes that have one. */
export const results = {
  processing: {
    title: 'Procesando crédito...',
    text: 'O pagamento precisa de um tempo para ser confirmado. Avisaremos você assim que o crédito for adicionado.',
    close: 'Entendi',
  },
  denied: {
    title: 'Não autorizado',
    text: 'A transação no cartão foi negada. Nada foi cobrado: tente novamente ou use outra forma de pagamento.',
    close: words.close,
  },
  error: {
    title: words.failure,
    text: 'Erro ao completar a transação. Por favor tente novamente.',
    close: words.close,
  },
  failed: {
    title: words.failure,
    text: 'Não foi possível completar a solicitação. Por favor tente novamente.',
    close: words.close,
  },
  tooManyCardFailures: {
    title: 'Muitos pagamentos recusados',
    text: 'Seus pagamentos com cartão foram recusados muitas vezes nas últimas 24 horas. Use o Pix ou tente novamente amanhã.',
    close: words.close,
  },
  tooManyPix: {
    title: 'Muitos códigos Pix',
    text: 'Você gerou muitos códigos Pix nas últimas 24 horas. Use um cartão ou tente novamente amanhã.',
    close: words.close,
  },
  pixFailed: {
    title: words.failure,
    text: 'Ocorreu um erro ao gerar o código PIX',
    close: words.close,
  },
} as const;
