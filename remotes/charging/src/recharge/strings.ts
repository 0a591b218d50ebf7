/** UI strings for the recharge screen. The product specifies their wording: don't change it. */
import { NO_PLUG, WAIT_OVER } from '@shared/charging/plug-wait';

export const strings = {
  title: 'Recarga',
  plugIn: 'Conecte o plug no seu veículo.',
  finishing: 'Finalizando recarga',
  unplug: 'Desconecte o plug do seu veículo',

  stop: 'Finalizar recarga',
  cancel: 'Cancelar recarga',
  askStop: 'Deseja finalizar a recarga?',
  askStopText: 'O carregador para de fornecer energia e você paga só o que usou.',
  askCancel: 'Deseja cancelar a recarga?',
  askCancelText: 'A recarga ainda não começou. Nada será cobrado.',
  askCancelTextOffline: 'Se a recarga ainda não começou, nada será cobrado.',
  askCancelBegunText: 'A recarga já começou. Você paga só o que usou, com a taxa de início, se houver.',
  stopRejected: 'Solicitação de finalização rejeitada.',
  stopRejectedText:
    'A recarga continua e é cobrada enquanto durar. Tente novamente ou desconecte o plug pelo seu veículo.',
  cancelRejectedText: 'O carregador ainda espera pelo plug. Se nada for conectado, o pedido termina sozinho.',
  awaitsEnd: 'Aguardando a última leitura do carregador',
  mayEnd: 'Ainda não sabemos se a recarga terminou. Se ela terminar, o recibo aparece aqui.',
  stopping: 'Encerrando a recarga…',
  cancelled: 'Recarga cancelada',

  waitOver: WAIT_OVER,
  waitOverText: NO_PLUG.user,
  mayHaveBegun: 'Se uma recarga começou, ela aparece no início ou no extrato.',
  waitLeft: 'Tempo para conectar',
  plugHint: 'A recarga começa assim que o plug for reconhecido.',

  connector: (number: string) => `Conector ${number}`,
  battery: 'Bateria',
  power: 'Potência',
  elapsed: 'Tempo',
  cost: 'Custo até agora',
  total: 'Custo',
  balanceBuys: 'Seu saldo ainda compra',
  atThisPace: (time: string) => `cerca de ${time}`,
  creditEnds: 'Seus créditos podem acabar em menos de 15 min, e a recarga termina com eles.',
  creditSpent:
    'Seus créditos acabaram, e a recarga deve terminar. O que o carregador ainda fornecer será descontado dos próximos créditos.',
  addCredit: 'Adicionar créditos',
  noSoc: 'O veículo não informa o nível da bateria.',
  noMeter: 'Este carregador não informa o consumo durante a recarga. O total aparece no recibo.',
  noMeterPriced:
    'Este carregador não informa o consumo durante a recarga. O custo e o limite de créditos só incluem a energia no final, pelo medidor do carregador.',
  fullIn: 'Bateria cheia em',
  /** A battery charges more slowly towards its end. */
  atLeast: (time: string) => `pelo menos ${time}`,
  atLeastAtThisPower: (time: string) => `pelo menos ${time} nesta potência`,
  atThisPower: (time: string) => `cerca de ${time} nesta potência`,
  dividedPower: (limit: string, max: string) => `Potência dividida entre os carros: ${limit} de ${max}`,
  waitsForPower:
    'A potência do local está com outros carros. O seu carrega assim que chegar a vez dele, e esta espera não é cobrada.',
  notBilled: 'O carregador está com problema. Este tempo parado não é cobrado.',
  notBilledBy: {
    stop: 'A finalização já foi solicitada. Este tempo parado não é cobrado.',
    unplugged: 'O plug está desconectado. Este tempo não é cobrado.',
  },
  unknownFigure: 'Não informado',
  awaited: 'Aguardando…',
  costWithoutEnergy: 'Sem a energia, que entra no recibo',

  offline: 'Desconectado',
  /** A charge may begin and be billed although this charger hasn't reported it. */
  mayBeginUnreported: 'O carregador está sem comunicação. Se a recarga começar, ela aparece no início.',
  chargerOffline: 'O carregador está sem comunicação.',
  mayGoOn: 'A recarga pode continuar.',
  /** Phone or server may be the cause, and the charge may have ended meanwhile. */
  notConnected: 'O aplicativo está sem conexão.',
  goesOnAlone: 'A recarga não depende dele.',
  lastReading: (age: string) => `Última leitura há ${age}`,

  overstaySoon: (time: string, cost: string) =>
    `Seu carro parou de carregar. A partir das ${time}, a permanência custa ${cost}.`,
  overstayNow: (time: string, cost: string) => `Desde as ${time}, a permanência custa ${cost}.`,
  unplugInTime: 'Desconecte o plug e libere a vaga para não pagar.',
  unplugNow: 'Desconecte o plug e libere a vaga.',
  timeLeft: (time: string) => `Faltam ${time}`,

  idle: 'Nenhuma recarga sua neste carregador',
  start: 'Iniciar recarga',
  loadFailure: 'Falha ao carregar Recarga. Por favor, tente novamente',
  loadFailureText: 'Se uma recarga estiver em andamento, ela continua normalmente.',
  noConnector: 'Carregador não encontrado',
} as const;
