/** Frames of the live stream (decisions, section 5). */
import * as z from 'zod/mini';
import { LiveConnector, Transaction } from './charging.ts';
import { id, optional, text } from './fields.ts';
import { Order } from './wallet.ts';

/** The websocket's sub-protocol for a product. */
export const liveProtocol = (product: string) => `${product}Events`;
export const HEARTBEAT = { type: 'heartbeat' } as const;
/** Close reason that logs the user out. */
export const INVALID_USER = 'INVALID_USER';

const OrderFrame = z.looseObject({ order: Order });
const EventFrame = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('heartbeat') }),
  z.looseObject({ type: z.literal('StartTransactionIntegrationEvent'), transaction: Transaction }),
  z.looseObject({
    type: z.literal('ErrorStartTransactionIntegrationEvent'),
    chargePointId: id,
    connectorId: id,
    errorCode: optional(text),
  }),
  z.looseObject({ type: z.literal('StopTransactionIntegrationEvent'), transaction: Transaction }),
  z.looseObject({ type: z.literal('UpdateConnectorStatusIntegrationEvent'), connector: LiveConnector }),
]);

export type LiveEvent =
  | { type: 'heartbeat' }
  | { type: 'order'; order: Order }
  | { type: 'StartTransactionIntegrationEvent'; transaction: Transaction }
  | {
      type: 'ErrorStartTransactionIntegrationEvent';
      chargePointId: string;
      connectorId: string;
      errorCode?: string | undefined;
    }
  | { type: 'StopTransactionIntegrationEvent'; transaction: Transaction }
  | { type: 'UpdateConnectorStatusIntegrationEvent'; connector: LiveConnector };

/** Reads one text frame; undefined for anything that is not a frame of ours. Never throws. */
export function parseLiveFrame(data: unknown): LiveEvent | undefined {
  if (typeof data !== 'string') return undefined;
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return undefined;
  }
  const event = EventFrame.safeParse(json);
  if (event.success) return event.data;
  const order = OrderFrame.safeParse(json);
  return order.success ? { type: 'order', order: order.data.order } : undefined;
}
