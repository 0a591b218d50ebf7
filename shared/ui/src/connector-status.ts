import type { StatusKind } from '@shared/ui';

export interface ConnectorWords {
  kind: StatusKind;
  label: string;
}

/** Each status of a connector as a sign and a word (specification, section 4). */
const WORDS: Readonly<Record<string, ConnectorWords>> = {
  Available: { kind: 'available', label: 'Disponível' },
  Preparing: { kind: 'available', label: 'Preparando' },
  Charging: { kind: 'inUse', label: 'Carregando' },
  SuspendedEV: { kind: 'inUse', label: 'Finalizando' },
  SuspendedEVSE: { kind: 'attention', label: 'Pausado' },
  Finishing: { kind: 'inUse', label: 'Finalizado' },
  Unavailable: { kind: 'offline', label: 'Indisponível' },
  Faulted: { kind: 'fault', label: 'Falha' },
};
const DISCONNECTED: ConnectorWords = { kind: 'offline', label: 'Desconectado' };
const UNKNOWN: ConnectorWords = { kind: 'offline', label: 'Indisponível' };

/**
 * How a connector's state is shown. An offline charge point that last said Available, or nothing, is 'Desconectado'; a
 * status without a word of its own is shown as it is.
 */
export function connectorWords(online: boolean, status: string | undefined): ConnectorWords {
  if (!online && (!status || status === 'Available')) return DISCONNECTED;
  if (!status) return UNKNOWN;
  return Object.hasOwn(WORDS, status) ? (WORDS[status] ?? UNKNOWN) : { kind: 'offline', label: status };
}

/** Whether a charge may be started (specification, section 4). */
export const canStart = (online: boolean, status: string | undefined) =>
  online && (status === 'Available' || status === 'Preparing');
