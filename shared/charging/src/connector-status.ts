import { type ConnectorUse, connectorUse } from './connector-use.ts';

/** As in `StatusGlyph` of `@shared/ui`. */
type StatusKind = 'available' | 'inUse' | 'attention' | 'fault' | 'offline';

interface ConnectorWords {
  kind: StatusKind;
  label: string;
}

const LABELS: Readonly<Record<string, string>> = {
  Available: 'Disponível',
  Preparing: 'Preparando',
  Charging: 'Carregando',
  SuspendedEV: 'Finalizando',
  SuspendedEVSE: 'Pausado',
  Finishing: 'Finalizado',
  Unavailable: 'Indisponível',
  Faulted: 'Falha',
};
const RESERVED = 'Reservado';
const DISCONNECTED = 'Desconectado';
const UNREPORTED = 'Sem informação';

const KINDS: Readonly<Record<ConnectorUse, StatusKind>> = {
  available: 'available',
  inUse: 'inUse',
  outOfService: 'offline',
  disconnected: 'offline',
  unreported: 'attention',
};
/** Statuses with an icon of their own while the charge point is online. */
const OWN_KINDS = new Map<string | undefined, StatusKind>([
  ['SuspendedEVSE', 'attention'],
  ['Faulted', 'fault'],
  ['Reserved', 'attention'],
]);

/**
 * Returns the icon and label for a connector's status. An offline charge point with the last status
 * Available, or without one, is 'Desconectado'; an unknown status is shown unchanged.
 * @param hasLine whether the brand has waiting lines, whose turns reserve connectors
 */
export function connectorWords(
  online: boolean,
  status: string | undefined,
  hasLine?: boolean,
): ConnectorWords {
  const kind = (online && OWN_KINDS.get(status)) || KINDS[connectorUse(online, status)];
  return { kind, label: hasLine && status === 'Reserved' ? RESERVED : labelOf(online, status) };
}

function labelOf(online: boolean, status: string | undefined): string {
  if (!online && (!status || status === 'Available')) return DISCONNECTED;
  if (!status) return UNREPORTED;
  return (Object.hasOwn(LABELS, status) && LABELS[status]) || status;
}
