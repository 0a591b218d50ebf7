import { canStart } from '@shared/charging/connector-use';
import type { ConnectorStatus, LiveConnector } from '@shared/contract';
import { strings } from './strings.ts';

const REASONS = {
  Available: strings.disconnected,
  Preparing: strings.disconnected,
  Charging: strings.inUse,
  SuspendedEV: strings.inUse,
  SuspendedEVSE: strings.inUse,
  Finishing: strings.stillPlugged,
  Unavailable: strings.outOfService,
  Faulted: strings.outOfService,
  Reserved: strings.reserved,
} as const satisfies Record<ConnectorStatus | 'Reserved', string>;

/**
 * Returns why no charge can be started on the connector now, or undefined if one can.
 * @param hasLine drivers of the brand can wait in line
 */
export function startRefusal(
  { isConnected = true, status }: LiveConnector,
  hasLine = false,
): string | undefined {
  if (canStart(isConnected, status)) return undefined;
  if (!isConnected) return strings.disconnected;
  if (status === 'Reserved' && hasLine) return strings.turnOfOther;
  return Object.entries(REASONS).find(([name]) => name === status)?.[1] ?? strings.outOfService;
}
