import type { ConnectorStatus, LiveConnector } from '@shared/contract';
import type { StatusKind } from '@shared/ui';
import { strings } from './strings.ts';

interface ConnectorState {
  label: string;
  kind: StatusKind;
  /** Why no charge can be started here; absent where one can (specification, section 4). */
  refusal?: string;
}

const STATES = {
  Available: { label: strings.Available, kind: 'available' },
  Preparing: { label: strings.Preparing, kind: 'available' },
  Charging: { label: strings.Charging, kind: 'inUse', refusal: strings.inUse },
  SuspendedEV: { label: strings.SuspendedEV, kind: 'inUse', refusal: strings.inUse },
  SuspendedEVSE: { label: strings.SuspendedEVSE, kind: 'attention', refusal: strings.inUse },
  Finishing: { label: strings.Finishing, kind: 'inUse', refusal: strings.stillPlugged },
  Unavailable: { label: strings.Unavailable, kind: 'offline', refusal: strings.outOfService },
  Faulted: { label: strings.Faulted, kind: 'fault', refusal: strings.outOfService },
} as const satisfies Record<ConnectorStatus, ConnectorState>;

const DISCONNECTED: ConnectorState = {
  label: strings.disconnected,
  kind: 'offline',
  refusal: strings.disconnectedRefusal,
};

export const isConnectorStatus = (status: string | undefined): status is ConnectorStatus =>
  status !== undefined && status in STATES;

/** A connector's state in words, and whether a charge may be started on it. Statuses without a name are shown as they are. */
export function connectorState({
  status,
  isConnected,
}: Pick<LiveConnector, 'status' | 'isConnected'>): ConnectorState {
  if (!isConnected && (status === undefined || status === 'Available')) return DISCONNECTED;
  if (!isConnectorStatus(status)) {
    return { label: status ?? strings.Unavailable, kind: 'offline', refusal: strings.outOfService };
  }
  const state: ConnectorState = STATES[status];
  return isConnected ? state : { ...state, refusal: state.refusal ?? strings.disconnectedRefusal };
}
