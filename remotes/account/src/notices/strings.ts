import type { NoticeKind } from '@shared/contract';
import { CHARGE_ENDED } from '@shared/ui/product-words';

/** UI strings for push notices. */
export const strings = {
  title: 'Avisos da recarga',
  onThisDevice: 'Receber avisos neste aparelho',
  evenIfClosed: 'Os avisos chegam mesmo com o app fechado.',
  blocked:
    'Os avisos estão bloqueados. Para receber, permita as notificações deste site nas configurações do navegador.',
  unsupported: 'Este navegador não recebe avisos. Você acompanha a recarga com o app aberto.',
  needsHomeScreen:
    'No iPhone e no iPad, os avisos só chegam com o app na Tela de Início: toque em Compartilhar, depois em “Adicionar à Tela de Início”, e abra o app por lá.',
  which: 'Quais avisos você quer receber',
  kinds: {
    chargeEnded: CHARGE_ENDED,
    stoppedUnexpectedly: 'Recarga interrompida',
    creditNearlyUsed: 'Créditos quase no fim',
    idleCostBegins: 'Permanência prestes a ser cobrada',
  } satisfies Record<NoticeKind, string>,
  mailInstead: 'Se o aviso de recarga interrompida não chegar a nenhum aparelho, enviamos um e-mail.',
  switchedOn: 'Avisos ativados neste aparelho',
  failed: 'Não foi possível alterar os avisos. Por favor, tente novamente.',

  offer: 'Quer ser avisado quando a recarga terminar?',
  offerText:
    'Avisamos também se ela for interrompida, se os créditos estiverem no fim e antes de a permanência ser cobrada, mesmo com o app fechado.',
  accept: 'Ativar avisos',
  decline: 'Agora não',
} as const;
