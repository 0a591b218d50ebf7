/** UI strings for unlocking the cable of a finished charge. */
export const strings = {
  question: 'O cabo está preso?',
  unlock: 'Destravar cabo',
  whatsapp: 'Pedir ajuda por WhatsApp',
  phone: (number: string) => `Ou ligue para ${number}.`,
  email: 'Pedir ajuda por e-mail',
  request: (number: string) => `Olá! O cabo não destravou no carregador${number && ` ${number}`}.`,
  charger: (number: string) => `Carregador ${number}`.trim(),
  outcomes: {
    Unlocked: {
      title: 'Cabo destravado',
      text: 'O carregador informou que destravou o cabo. Desconecte o plug do seu veículo.',
    },
    UnlockFailed: {
      title: 'O cabo não destravou',
      text: 'O carregador tentou, mas não conseguiu destravar o cabo. Destrave o veículo e tente novamente.',
    },
    NotSupported: {
      title: 'Não é possível destravar pelo aplicativo',
      text: 'Este carregador não destrava o cabo à distância. Destrave o veículo ou peça ajuda.',
    },
    TimedOut: {
      title: 'O carregador não respondeu',
      text: 'Não sabemos se o cabo foi destravado. Tente puxar o plug ou tente novamente.',
    },
    Rejected: {
      title: 'Nenhum cabo para destravar',
      text: 'O carregador informa que o cabo desta recarga já foi retirado.',
    },
    failed: {
      title: 'Não foi possível enviar o pedido',
      text: 'Não sabemos se o cabo foi destravado. Tente novamente.',
    },
  },
} as const;
