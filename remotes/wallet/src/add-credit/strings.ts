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

const denied = (text: string) => ({ title: 'Não autorizado', text, close: words.close });

/** Messages for the outcomes that have one. */
export const results = {
  processing: {
    title: 'Procesando crédito...',
    text: 'O pagamento precisa de um tempo para ser confirmado. Avisaremos você assim que o crédito for adicionado.',
    close: 'Entendi',
  },
  denied: denied(
    'A transação no cartão foi negada. Nada foi cobrado: tente novamente ou use outra forma de pagamento.',
  ),
  deniedForFunds: denied(
    'A transação no cartão foi negada por falta de limite ou saldo. Nada foi cobrado: escolha um valor menor ou use outra forma de pagamento.',
  ),
  deniedForCard: denied(
    'A transação no cartão foi negada porque o cartão está bloqueado ou não permite esta compra. Nada foi cobrado: fale com o banco do cartão ou use outra forma de pagamento.',
  ),
  deniedForDate: denied(
    'A transação no cartão foi negada porque o cartão venceu. Nada foi cobrado: adicione o cartão novo ou use outra forma de pagamento.',
  ),
  deniedForData: denied(
    'A transação no cartão foi negada porque os dados do cartão não conferem. Nada foi cobrado: adicione o cartão novamente ou use outra forma de pagamento.',
  ),
  deniedForSafety: denied(
    'A transação no cartão foi negada por segurança. Nada foi cobrado: fale com o banco do cartão ou use outra forma de pagamento.',
  ),
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
  tooManyByCard: {
    title: 'Muitos pagamentos',
    text: 'Você adicionou créditos com cartão muitas vezes nas últimas 24 horas. Use o Pix ou tente novamente amanhã.',
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
