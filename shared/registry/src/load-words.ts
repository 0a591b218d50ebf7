/** Portuguese words about failed loads, for the developer panel and the releases screen. */
import type { LoadPhase, Recovery } from './counted.ts';

/** What failed. */
export const PHASE_WORDS: Readonly<Record<LoadPhase, string>> = {
  registry: 'registro de versões',
  script: 'download',
  integrity: 'arquivo alterado',
  init: 'início',
  factory: 'módulo',
  render: 'exibição',
};

/** What showed the screen after all. */
export const RECOVERY_WORDS: Readonly<Record<Recovery, string>> = {
  retry: 'outra tentativa',
  fallback: 'outra versão',
};
