import type { LiveEvent } from '@shared/contract';
import { RESPONSES } from './responses.ts';

const [connector] = RESPONSES.connectorStatus;
const transaction = { ...connector?.transaction, stopTime: '2026-01-05T14:12:00Z' };

/** A complete frame of each type. */
export const FRAMES = {
  heartbeat: { type: 'heartbeat' },
  order: { order: RESPONSES.order },
  StartTransactionIntegrationEvent: { type: 'StartTransactionIntegrationEvent', transaction },
  ErrorStartTransactionIntegrationEvent: {
    type: 'ErrorStartTransactionIntegrationEvent',
    chargePointId: '1',
    connectorId: 1,
    errorCode: 'ConcurrentTx',
    attemptId: 1,
  },
  StopTransactionIntegrationEvent: { type: 'StopTransactionIntegrationEvent', transaction },
  UpdateConnectorStatusIntegrationEvent: {
    type: 'UpdateConnectorStatusIntegrationEvent',
    connector,
  },
} satisfies { [Type in LiveEvent['type']]: object };
