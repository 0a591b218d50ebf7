import type { SendCall } from './calls.ts';

const TIMEOUT_MS = 5000;

/**
 * Requests a StatusNotification for one connector, or for all if omitted: some charge points don't
 * send any after reconnecting without a reboot.
 */
export const triggerStatus = (sendCall: SendCall, chargePointId: string, connectorId?: number) =>
  sendCall(
    chargePointId,
    'TriggerMessage',
    { requestedMessage: 'StatusNotification', ...(connectorId !== undefined && { connectorId }) },
    TIMEOUT_MS,
  );
