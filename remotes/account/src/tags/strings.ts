/** UI strings for cards, and for charges that begin by plugging in the car. */
export const strings = {
  autocharge: 'Começar sem celular',
  offer:
    'O carregador reconheceu o seu carro. Da próxima vez, basta conectar o plug: a recarga começa sozinha e usa o seu saldo.',
  switchOn: 'Ativar',
  switchedOn: 'Ativado: da próxima vez, basta conectar o plug',
  taken: 'Este carro já está ativado em outra conta. Nada mudou.',
  failed: 'Não foi possível salvar. Tente novamente.',
  isOn: 'Ligado. Ao conectar o plug em um carregador que reconhece o carro, a recarga começa e usa o seu saldo.',
  isOff:
    'Desligado. Para ligar, inicie uma recarga deste veículo pelo aplicativo e toque em Ativar na tela da recarga.',
  switchOff: 'Desligar',
  switchedOff: 'Desligado',

  begunByCar: 'Esta recarga começou sem celular.',
  begunByCard: 'Esta recarga começou com o seu cartão.',
  notMe: 'Não fui eu',
  notMeCar:
    'A recarga para e "Começar sem celular" é desligado neste veículo. A energia até agora é cobrada: fale com o suporte se não foi você.',
  notMeCard:
    'A recarga para e o cartão é bloqueado. A energia até agora é cobrada: fale com o suporte se não foi você.',
  stopCar: 'Parar e desligar',
  stopCard: 'Parar e bloquear',

  cards: 'Cartões de recarga',
  cardsText: 'Recargas iniciadas com estes cartões usam o seu saldo. Desligue um cartão perdido.',
  card: 'Cartão',
  validUntil: (date: string) => `Válido até ${date}`,
  blocked: 'Cartão bloqueado',
  allowed: 'Cartão liberado',
} as const;
