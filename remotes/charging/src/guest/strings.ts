/** UI strings for charging without an account. */
import { NO_PLUG } from '@shared/charging/plug-wait';
import { PAYMENT_RETURNS } from '@shared/charging/start-error';

export const strings = {
  title: 'Recarga sem conta',

  amount: 'Quanto você quer pagar?',
  amountHint: 'A recarga para antes de passar deste valor. O que sobrar volta por Pix.',
  email: 'E-mail para o recibo (opcional)',
  invalidEmail: 'Por favor insira um e-mail válido',
  pay: 'Pagar com Pix',
  logIn: 'Já tenho conta',
  needsAccount: 'Para recarregar aqui, entre na sua conta.',
  enterAccount: 'Entrar na conta',
  paymentUnavailable: 'O Pix está indisponível no momento. Nada foi cobrado.',
  paymentFailed: 'Não foi possível gerar o código Pix. Nada foi cobrado. Tente novamente.',
  freeCharge: 'Esta recarga é grátis. Entre na sua conta para iniciar.',
  tooMany: 'Há muitos códigos Pix em aberto. Nada foi cobrado. Tente novamente em alguns minutos.',

  starting: 'Pagamento recebido',
  startingText: 'Estamos pedindo ao carregador que inicie a recarga.',
  expired: 'Este código Pix expirou',
  expiredText: 'Se você já pagou este código, o valor volta para você por Pix.',
  notCharged: 'A recarga não começou',
  notChargedText: PAYMENT_RETURNS,
  noPlug: 'O plug não foi conectado a tempo.',
  cancelled: 'O plug não foi conectado.',
  paidLate: 'O pagamento chegou depois do prazo do código.',
  taken: 'O conector foi usado por outra pessoa antes do seu pagamento.',
  again: 'Iniciar outra recarga',
  moneyBack: 'Ver devolução',
  waitOverText: NO_PLUG.guest,
  mayHaveBegun: 'Se a recarga não começou, o valor que você pagou volta por Pix.',
  failure: 'Falha ao carregar a recarga. Por favor, tente novamente',
  none: 'Nenhuma recarga por aqui',
  noneText: 'O link de uma recarga sem conta vale por 30 dias.',
  home: 'Ir para o início',

  paid: 'Pago',
  spent: 'Gasto',
  back: 'Devolvido',
  pending: 'A caminho, quase sempre em minutos. Se o banco falhar, tentamos até conseguir.',
  done: (bankId: string) => `Pix ${bankId}`,
  rejected: 'O banco recusou. Tentamos de novo até conseguir.',

  createAccount: 'Criar conta',
  createAccountText: 'Guarde este recibo e pague as próximas recargas com o seu saldo.',

  otherDevice: 'Abrir em outro aparelho',
  otherDeviceText:
    'Leia o QR Code ou copie o link. Quem tem este link pode ver e parar a recarga: guarde-o só para você.',
  qr: 'QR Code do link desta recarga',
  qrFailed: 'Não foi possível mostrar o QR Code. Copie o link.',
  copyLink: 'Copiar link',
  copied: 'Link copiado',
  linkToCopy: 'Copie o link',

  replace: 'Abrir a recarga sem conta?',
  replaceText:
    'Você sai da sua conta neste aparelho e pode entrar de novo depois. Se há outra recarga sem conta neste aparelho, ela deixa de aparecer aqui: copie antes o link dela.',
  replaceCharge:
    'A recarga deste aparelho deixa de aparecer aqui. Para voltar a ela, copie antes o link dela em “Abrir em outro aparelho”.',
  open: 'Abrir',

  creditLeft: 'O valor pago ainda compra',
  creditEnds: 'O valor pago pode acabar em menos de 15 min, e a recarga termina com ele.',

  cards: {
    unpaid: 'Aguardando o pagamento',
    expired: 'Este código Pix expirou',
    starting: 'Iniciando a recarga',
    refused: 'A recarga não começou',
    ended: 'Recarga encerrada',
  },
} as const;
