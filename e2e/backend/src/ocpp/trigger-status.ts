import type { SendCall } from './registry.ts';

const ANSWER_MS = 5000;

/**
 * Triggers a StatusNotification of one connector, or of all. The stored status may be outdated: not
 * every charge point reports its statuses after it reconnects without a reboot.
 */
export const triggerStatus = (sendCall: SendCall, chargePointId: string, connectorId?: number) =>
  sendCall(
    chargePointId,
    'TriggerMessage',
    { requestedMessage: 'StatusNotification', ...(connectorId !== undefined && { connectorId }) },
    ANSWER_MS,
  );
