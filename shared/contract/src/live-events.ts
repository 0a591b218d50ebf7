/** Events of the live stream. Their schemas are in `live.ts`, which a page loads with the socket. */
import type { LiveConnector, Transaction } from './charging.ts';
import type { Order } from './wallet.ts';

export const START = 'StartTransactionIntegrationEvent';
export const START_ERROR = 'ErrorStartTransactionIntegrationEvent';
export const STOP = 'StopTransactionIntegrationEvent';
export const STATUS = 'UpdateConnectorStatusIntegrationEvent';
export const ORDER = 'order';

export type LiveEvent =
  | { type: 'heartbeat' }
  | { type: 'order'; order: Order }
  | { type: 'StartTransactionIntegrationEvent'; transaction: Transaction }
  | {
      type: 'ErrorStartTransactionIntegrationEvent';
      chargePointId: string;
      connectorId: string;
      errorCode?: string | undefined;
      attemptId?: string | undefined;
    }
  | { type: 'StopTransactionIntegrationEvent'; transaction: Transaction }
  | { type: 'UpdateConnectorStatusIntegrationEvent'; connector: LiveConnector };
