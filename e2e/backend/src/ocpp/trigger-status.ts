import type { SendCall } from './send-call.ts';

const TIMEOUT_MS = 5000;

/** For one connector or all: some charge points report none after reconnecting without a reboot. */
export const triggerStatus = (sendCall: SendCall, chargePointId: string, connectorId?: number) =>
  sendCall(
    chargePointId,
    'TriggerMessage',
    { requestedMessage: 'StatusNotification', ...(connectorId !== undefined && { connectorId }) },
    TIMEOUT_MS,
  );
