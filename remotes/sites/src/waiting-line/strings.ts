/** UI strings for waiting in line. */
import { isolate } from '@shared/brazil/isolate';

export const strings = {
  title: 'Fila',
  offer: (plug: string) => `Nenhum conector ${plug} está livre.`,
  join: 'Entrar na fila',
  ofPlug: (plug: string) => ` do plug ${plug}`,
  tooFar: 'Para entrar na fila, esteja a no máximo 15 minutos daqui.',
  near: 'Você chega em até 15 minutos?',
  nearText:
    'Na sua vez, o conector fica reservado por alguns minutos. Quem não aparece vai para o fim da fila.',
  confirmNear: 'Sim, entrar na fila',
  elsewhere: (site: string) => `Você sai da fila de ${isolate(site)}.`,
  position: (position: number, plug: string) => `Você é o ${position}º da fila do plug ${plug}`,
  positionAt: (position: number, site: string) => `Você é o ${position}º da fila em ${isolate(site)}`,
  estimate: (minutes: number) =>
    `Previsão: a partir de ${minutes} min, se o carro sair ao terminar a recarga.`,
  unknown: 'Sem previsão: os carros em recarga não informam quando terminam.',
  notify: 'Avisamos na sua vez. Ative as notificações no seu perfil.',
  missed: 'Você não apareceu na sua vez e foi para o fim da fila. Na próxima, sai dela.',
  /** A connector's name is a number, such as `3`, or says what it is, such as `Vaga 3`. */
  turn: (connector: string, minutes: number, site: string | false | undefined) =>
    `É a sua vez: ${/^\d+$/.test(connector) ? `conector ${connector}` : isolate(connector)}, por ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}${site ? `, em ${isolate(site)}` : ''}`,
  over: (site: string | false | undefined) => `O seu tempo${site ? ` em ${isolate(site)}` : ''} terminou.`,
  start: 'Iniciar recarga',
  toSite: 'Ver local',
  leave: 'Sair da fila',
  leaving: 'Sair da fila?',
  loses: 'Você perde o seu lugar. Se entrar de novo, vai para o fim da fila.',
  left: 'Você saiu da fila.',
  joined: 'Você entrou na fila.',
  isFree: 'Um conector acabou de ficar livre.',
  addCredit: 'Adicionar créditos',
  lowBalance: 'Adicione créditos para recarregar seu carro.',
  failed: 'Não foi possível. Tente novamente.',
} as const;
