import type { StatusKind } from '@shared/ui';

export interface ConnectorWords {
  kind: StatusKind;
  label: string;
}

/** Icon and label of each connector status. */
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
 * Returns the icon and label for a connector's status. An offline charge point with the last status
 * Available, or without one, is 'Desconectado'; an unknown status is shown unchanged.
 */
export function connectorWords(online: boolean, status: string | undefined): ConnectorWords {
  if (!online && (!status || status === 'Available')) return DISCONNECTED;
  if (!status) return UNKNOWN;
  return Object.hasOwn(WORDS, status) ? (WORDS[status] ?? UNKNOWN) : { kind: 'offline', label: status };
}

/** Returns true if a charge may be started. */
export const canStart = (online: boolean, status: string | undefined) =>
  online && (status === 'Available' || status === 'Preparing');
