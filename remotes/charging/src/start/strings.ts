/** UI strings for starting a charge. The product specifies their wording: don't change it. */
import { isolate } from '@shared/brazil/isolate';

export const strings = {
  title: 'Confirme a recarga',
  start: 'Iniciar recarga',

  notFound: 'O número parece incorreto',
  notFoundText: 'Digite outra vez ou confira sua conexão de internet.',

  ofOperator: (name: string) => `Este carregador é de outra operadora: ${isolate(name)}.`,
  mayBeOfOther: 'O carregador também pode ser de outra operadora.',

  connector: (number: string) => `Conector ${number}`,
  price: 'Preço',
  priceFailure: 'Não foi possível carregar o preço.',
  estimate: (intro: string, energy: string, cost: string) =>
    `${intro} recarga de ${energy} custa cerca de ${cost}.`,
  estimateWithTime: (intro: string, energy: string, time: string, cost: string) =>
    `${intro} recarga de ${energy}, em cerca de ${time}, custa cerca de ${cost}.`,
  /** How an estimate begins. */
  intro: 'Uma',
  introWithCoupon: 'Com o cupom: uma',
  introWithoutCoupon: 'Sem o cupom: uma',
  balance: 'Seu saldo',
  vehicle: 'Veículo',
  chooseVehicle: 'Qual veículo vai carregar?',
  vehicleRequired: 'É necessário selecionar um veículo.',
  vehicleRefused: 'Escolha o veículo',
  vehicleFailure: 'Não foi possível carregar seus veículos.',

  inUse: 'Este conector está em uso. Escolha outro ou aguarde o fim da recarga.',
  stillPlugged: 'Ainda há um veículo conectado. Aguarde a liberação do conector.',
  outOfService: 'Este conector está fora de serviço. Escolha outro carregador.',
  reservedTitle: 'Conector reservado',
  reserved: 'Este conector está reservado. Escolha outro carregador.',
  turnOfOther: 'É a vez de outro motorista da fila neste conector. Use outro ou entre na fila.',
  disconnected: 'O carregador está sem comunicação no momento. Escolha outro ou tente daqui a pouco.',

  noCredit: 'Sem créditos para recarga',
  noCreditText: 'Adicione créditos para recarregar seu carro.',
  /** Without an amount if the user hides the balance. */
  debt: (amount: string | undefined) =>
    `Seu saldo está negativo${amount ? ` em ${amount}` : ''}. O próximo crédito paga esse valor primeiro.`,
  addCredit: 'Adicionar créditos',
  unavailable: 'Carregador indisponível',
  unavailableText: 'O carregador está indisponível ou em uso para iniciar a recarga.',
  mayBegin: 'Se a recarga começar, ela aparece no início.',
  tooMany: 'Muitas tentativas de recarga',
  tooManyText: 'Você tentou iniciar muitas recargas nas últimas 24 horas. Tente novamente amanhã.',
  couponError: 'Erro ao utilizar o cupom',
  invalidCode: 'Código inválido.',
  invalidCoupon: 'Cupom inválido',
  couponErrorText: 'Tente novamente sem o cupom ou escolha outro.',
} as const;
