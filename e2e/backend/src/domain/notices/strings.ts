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
  startedAt: (what: string, site: string) =>
    `${isolate(what)} em ${isolate(site)}. Não foi você? Toque aqui para parar e desligar.`,
  carCopied: 'Alguém usou a identificação do seu carro',
  copiedAt: (site: string) =>
    `Um carro em ${isolate(site)} tem a mesma identificação do seu, que está em outra recarga. Essa recarga foi recusada e nada foi cobrado de você.`,
  card: 'Cartão de recarga',
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
