/** UI strings of the releases screen. */
import type { ReleaseTarget, ReleaseVersion } from '@shared/contract/releases';
import { PHASE_WORDS, RECOVERY_WORDS, targetWords } from '@shared/registry/release-words';

const numbers = new Intl.NumberFormat('pt-BR');
const count = (value: number) => numbers.format(value);
const percent = (value: number) =>
  `${new Intl.NumberFormat('pt-BR', { maximumFractionDigits: value > 0 && value < 1 ? 2 : 1 }).format(value)}%`;

/** Says where an aimed candidate runs: `marca aurora, 5% das aberturas`. */
const target = (aim: ReleaseTarget): string => targetWords(aim).join(', ');

/** A version, and those of the same remote that are `live` and `previous`. */
type Facts = ReleaseVersion & { live: string; previous: string };

/** Says which browsers run a version. */
const audience = (share: number, aim: ReleaseTarget | undefined): string => {
  const browsers = share === 100 ? 'todos os navegadores' : `${share}% dos navegadores`;
  return aim ? `${browsers} (${target(aim)})` : browsers;
};

type FailedLoads = NonNullable<ReleaseVersion['failedLoads']>[number];

const PHASES = new Map<string, string>(Object.entries(PHASE_WORDS));
const shown = (loads: number, by: string) =>
  loads > 0 && `${count(loads)} ${loads === 1 ? 'exibida' : 'exibidas'} por ${by}`;

export const strings = {
  title: 'Versões publicadas',
  intro: 'O que cada navegador executa agora, com os números dos últimos 7 dias.',
  failure: 'Não foi possível carregar as versões.',
  empty: 'Nenhuma parte foi publicada ainda',
  emptyText: 'Publique a primeira com o comando pnpm remote publish.',
  notOffered: 'Este servidor não publica versões',
  notOfferedText:
    'Ele não tem esta função, ou não serve o aplicativo. As versões mudam pelo comando pnpm remote.',
  forbidden: 'Sua conta não muda versões',
  forbiddenText: 'Peça a permissão de versões a quem mantém o arquivo da rede.',

  lockedTitle: {
    signed: 'Este registro é assinado',
    readOnly: 'Este servidor não pode gravar o registro',
  },
  lockedText:
    'Daqui você pode retirar versões e restabelecer o que foi retirado aqui. Promover, mudar a parcela e voltar são feitos por quem publica, com o comando que cada botão mostra.',

  columns: {
    version: 'Versão',
    share: 'Navegadores',
    opened: 'Telas abertas',
    failed: 'Falhas',
    vitals: 'Desempenho',
    size: 'Tamanho',
    since: 'Desde',
  },
  roles: { candidate: 'Candidata', live: 'Ativa', previous: 'Anterior' },
  withdrawn: 'Retirada',
  team: (team: string) => `Equipe ${team}`,
  share: percent,
  target,
  noCounts: 'Sem dados',
  none: '–',
  opened: count,
  failed: (failed: number, opened: number) => `${count(failed)} (${percent(rate(failed, opened))})`,
  ratings: { good: 'bom', fair: 'regular', poor: 'ruim' },
  vital: (name: string, rating: string) => `${name} ${rating}`,
  vitalDetail: (goodPercent: number) => `${Math.round(goodPercent)}% boas`,
  size: (kb: string) => `${kb} KB`,
  unknownSize: 'Outro servidor',
  sameSize: 'igual à anterior',

  failedLoads: 'Cargas com falha',
  /** Failed loads of one phase: `download: 3, sendo 2 exibidas por outra tentativa, 1 não exibida`. */
  failedLoadsOf: ({ phase, retry, fallback, unrecovered }: FailedLoads) => {
    const ends = [
      shown(retry, RECOVERY_WORDS.retry),
      shown(fallback, RECOVERY_WORDS.fallback),
      unrecovered > 0 && `${count(unrecovered)} ${unrecovered === 1 ? 'não exibida' : 'não exibidas'}`,
    ].filter(Boolean);
    const total = ends.length > 1 ? `${count(retry + fallback + unrecovered)}, sendo ` : '';
    return `${PHASES.get(phase) ?? phase}: ${total}${ends.join(', ')}`;
  },

  missingNeeded: 'Telas vão falhar: este servidor não tem',
  missingOptional: 'Telas funcionam sem o que este servidor não tem:',
  /** Names of calls, the needed ones first. */
  missing: (calls: readonly { name: string; optional: boolean }[]) =>
    [...calls]
      .sort((one, other) => Number(one.optional) - Number(other.optional))
      .map(({ name, optional }) => (optional ? `${name} (opcional)` : name))
      .join(', '),

  labels: {
    promote: 'Promover',
    share: 'Mudar parcela',
    end: 'Encerrar',
    rollback: 'Voltar à anterior',
    withdraw: 'Retirar',
    reinstate: 'Restabelecer',
  },
  undo: 'Desfazer',
  /** Accessible name of a button, which is repeated in every row. */
  actionOn: (action: string, remote: string, version: string) => `${action}: ${remote} ${version}`,

  withdrawnBy: (at: string, who: string | undefined) =>
    who ? `Retirada em ${at} por ${who}` : `Retirada automaticamente em ${at}`,
  reason: (reason: string) => `Motivo: ${reason}`,
  withdrawnFigures: (failed: number, opened: number, isAimed: boolean) =>
    `${isAimed ? 'Dentro do alvo, ' : ''}${percent(rate(failed, opened))} de ${count(opened)} telas falharam`,
  withdrawnCompared: (failed: number, opened: number, version: string) =>
    `; na ${version}, ${percent(rate(failed, opened))} de ${count(opened)}`,

  /** Title and consequences of each change, in its dialog. */
  dialogs: {
    promote: {
      title: (remote: string) => `Promover ${remote}?`,
      text: ({ version, share, target, live }: Facts) =>
        `A ${version} passa de ${audience(share, target)} para todos os navegadores. A ${live} fica como anterior, para onde um navegador volta se a nova falhar.`,
    },
    share: {
      title: (remote: string) => `Mudar a parcela de ${remote}`,
      text: ({ version, share, target, live }: Facts) =>
        `Hoje, a ${version} vale para ${audience(share, target)}; os outros ficam na ${live}.`,
    },
    end: {
      title: (remote: string) => `Encerrar a candidata de ${remote}?`,
      text: ({ version, share, target, live }: Facts) =>
        `A ${version} deixa de valer para ${audience(share, target)}, que voltam à ${live}. Telas já abertas mudam na próxima visita.`,
    },
    rollback: {
      title: (remote: string) => `Voltar ${remote} à versão anterior?`,
      text: ({ version, previous }: Facts) =>
        `Todos os navegadores deixam a ${version} e voltam à ${previous}. Nenhum navegador recorre mais à ${version}.`,
    },
    withdraw: {
      title: (remote: string) => `Retirar uma versão de ${remote}?`,
      text: ({ version, share, target }: Facts) =>
        share === 0
          ? `Nenhum navegador recorre mais à ${version}.`
          : `A ${version} deixa de valer para ${audience(share, target)}, que passam à versão que vem antes dela. Telas abertas mudam em cerca de um minuto.`,
    },
    reinstate: {
      title: (remote: string) => `Restabelecer uma versão de ${remote}?`,
      text: ({ version, withdrawn }: Facts) =>
        `A ${version} volta a valer como antes da retirada.${withdrawn && !withdrawn.by ? ' As contagens que a retiraram são apagadas; se ela continuar falhando, será retirada de novo.' : ''}`,
    },
  },
  shareLabel: 'Parcela dos navegadores, em %',
  shareError: 'Digite um número inteiro de 1 a 99',
  shareConfirm: (share: number) => `Mudar para ${share}%`,
  reasonLabel: 'Motivo',
  reasonHint: 'Para a equipe. O registro de versões é público, e o motivo aparece nele.',
  reasonError: 'Diga por quê',
  undoTitle: 'Desfazer a última mudança?',
  undoText: (what: string) => `As versões voltam a ser as de antes desta mudança: ${what}.`,
  byCommand: 'Este servidor não pode fazer isso. Quem publica executa este comando:',
  copy: 'Copiar comando',
  copied: 'Comando copiado',

  done: {
    promote: (version: string) => `A ${version} vale para todos os navegadores.`,
    share: (version: string, traffic: number) => `A ${version} vale para ${traffic}% dos navegadores.`,
    end: (version: string) => `A candidata ${version} foi encerrada.`,
    rollback: (version: string) => `A ${version} não vale mais. A anterior está ativa.`,
    withdraw: (version: string) => `A ${version} foi retirada.`,
    reinstate: (version: string) => `A ${version} vale de novo.`,
    undo: 'A última mudança foi desfeita.',
  },
  stale:
    'Outra pessoa mudou as versões enquanto isso. Nada foi alterado: confira o estado atual e tente de novo.',
  locked: 'Este servidor não pode gravar o registro. Nada foi alterado.',
  refused: 'Essa mudança não é mais possível. Nada foi alterado: confira o estado atual.',
  unknown: 'Não sabemos se a mudança foi feita. Confira o histórico antes de tentar de novo.',

  history: 'Histórico',
  noHistory: 'O histórico não está disponível neste servidor.',
  automatically: 'Automaticamente',
  allRemotes: 'todas as partes',
  actions: {
    publish: 'Publicou',
    promote: 'Promoveu',
    share: 'Mudou a parcela de',
    rollback: 'Voltou',
    remove: 'Removeu',
    withdraw: 'Retirou',
    reinstate: 'Restabeleceu',
    undo: 'Desfez uma mudança de',
    build: 'Publicou o aplicativo com',
    sign: 'Assinou o registro de',
  },
  changed: 'Mudou',
  because: (reason: string) => `motivo: ${reason}`,
  nowLive: (version: string) => `ativa ${version}`,
  nowCandidate: (version: string, traffic: number, aim: ReleaseTarget | undefined) =>
    `candidata ${version} para ${audience(traffic, aim)}`,
  candidateEnded: (version: string) => `candidata ${version} encerrada`,
  gone: 'fora do aplicativo',
} as const;

/** Returns a percentage; 0 without opened screens. Reports may be wrong, so it is 100 at most. */
function rate(failed: number, opened: number): number {
  return opened > 0 ? Math.min(100, (100 * failed) / opened) : 0;
}
