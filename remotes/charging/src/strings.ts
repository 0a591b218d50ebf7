/** States of a connector (specification, section 4), and why a charge can't be started in them. */
export const strings = {
  Available: 'Disponível',
  Preparing: 'Preparando',
  Charging: 'Carregando',
  Finishing: 'Finalizado',
  SuspendedEV: 'Finalizando',
  SuspendedEVSE: 'Pausado',
  Unavailable: 'Indisponível',
  Faulted: 'Falha',
  disconnected: 'Desconectado',
  inUse: 'Este conector está em uso. Escolha outro ou aguarde a recarga terminar.',
  stillPlugged: 'Ainda há um veículo conectado. Aguarde a liberação do conector.',
  outOfService: 'Este conector está fora de serviço. Escolha outro carregador.',
  disconnectedRefusal: 'O carregador está sem comunicação no momento. Escolha outro carregador.',
} as const;
