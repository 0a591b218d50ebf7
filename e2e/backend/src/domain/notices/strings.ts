/** Texts of the notices. `{time}` is filled in by the device. */
import { isolate } from '@shared/brazil/isolate';

export const strings = {
  title: (brand: string, event: string) => `${isolate(brand)} · ${event}`,
  chargeEnded: 'Recarga finalizada',
  stoppedUnexpectedly: 'Recarga interrompida',
  creditNearlyUsed: 'Créditos quase no fim',
  idleCostBegins: 'Seu carro parou de carregar',
  topUpPaid: 'Crédito adicionado com sucesso',
  topUpCanceled: 'Não autorizado',
  chargeRefunded: 'Reembolso',
  startedByTag: 'Recarga iniciada sem celular',
  startedByCarAt: (car: string, site: string) =>
    `${isolate(car)} em ${isolate(site)}. Não foi você? Toque aqui para parar e desligar.`,
  startedByCardAt: (site: string) =>
    `Com o seu cartão, em ${isolate(site)}. Não foi você? Toque aqui para parar, e bloqueie o cartão no seu perfil.`,
  carCopied: 'Seu carro em dois carregadores?',
  copiedAt: (site: string) =>
    `Outro carregador recebeu a identificação do seu carro, que consta em uma recarga em ${isolate(site)}. Toque aqui se essa recarga não é sua.`,
  carClaimed: 'Tentaram vincular o seu carro',
  claimedAt: (site: string) =>
    `Em ${isolate(site)}, outra conta tentou ativar “Começar sem celular” com a identificação do seu carro. Recusamos: ele continua vinculado só à sua conta.`,
  lineTurn: 'É a sua vez',
  /** A connector's name is a number, such as `3`, or says what it is, such as `Vaga 3`. */
  turnAt: (connector: string, minutes: number, site: string) =>
    `${/^\d+$/.test(connector) ? `Conector ${connector}` : isolate(connector)}, por ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}, em ${isolate(site)}.`,
  lineWaits: 'Conector indisponível',
  waitsAt: (site: string) =>
    `O conector reservado para você em ${isolate(site)} não pode ser usado agora. Você continua no seu lugar da fila.`,
  lineMissed: 'Sua vez passou',
  missedAt: (site: string) =>
    `Você não iniciou a recarga em ${isolate(site)} a tempo e foi para o fim da fila. Na próxima vez, sai dela.`,
  lineOut: 'Você saiu da fila',
  outAt: (site: string) =>
    `A sua vez em ${isolate(site)} passou de novo. Entre na fila outra vez se ainda precisar.`,
  refunded: (amount: string, site: string) =>
    `No total, ${amount} da recarga em ${isolate(site)} voltaram para a sua carteira.`,
  creditLeft: (amount: string) =>
    `Restam ${amount} para esta recarga, que termina quando os créditos acabarem. Adicione créditos para continuar.`,
  guestCreditLeft: (amount: string) =>
    `Restam ${amount} do que você pagou. A recarga termina quando acabarem.`,
  guestRefunded: (amount: string, site: string) =>
    `No total, ${amount} da recarga em ${isolate(site)} voltam por Pix para a conta que pagou.`,
  overstayWillCost: (cost: string) =>
    `A partir das {time}, a permanência custa ${cost}. Desconecte o plug e libere a vaga para não pagar.`,
  overstayCosts: (cost: string) =>
    `Desde as {time}, a permanência custa ${cost}. Desconecte o plug e libere a vaga.`,
} as const;
