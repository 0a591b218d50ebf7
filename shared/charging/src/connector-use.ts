import type { ConnectorStatus } from '@shared/contract';

/**
 * What a connector's status means for drivers who aren't standing at it:
 * - `available`: free
 * - `inUse`: a car is plugged in, whether or not it charges
 * - `outOfService`: online, but no charge can start
 * - `disconnected`: its charge point is offline, so its current status is unknown
 * - `unreported`: online, but no status was ever reported
 */
export type ConnectorUse = 'available' | 'inUse' | 'outOfService' | 'disconnected' | 'unreported';

const USES = {
  Available: 'available',
  Preparing: 'inUse',
  Charging: 'inUse',
  SuspendedEV: 'inUse',
  SuspendedEVSE: 'inUse',
  Finishing: 'inUse',
  Unavailable: 'outOfService',
  Faulted: 'outOfService',
} as const satisfies Record<ConnectorStatus, ConnectorUse>;
const BY_STATUS = new Map<string, ConnectorUse>([
  ...Object.entries(USES),
  // Kept for a driver who waits in line (OCPP 1.6 §7.7). Backends without lines don't send it.
  ['Reserved', 'inUse'],
]);

type Reported = string | null | undefined;

/** Returns a connector's use; `outOfService` for an unknown status. */
export function connectorUse(online: boolean, status: Reported): ConnectorUse {
  if (!online) return 'disconnected';
  if (!status) return 'unreported';
  return BY_STATUS.get(status) ?? 'outOfService';
}

/**
 * Returns true if the driver standing at the connector may start a charge. Preparing means that a
 * car is plugged in but doesn't charge, and it may be theirs.
 */
export const canStart = (online: boolean, status: Reported): boolean =>
  online && (status === 'Available' || status === 'Preparing');
