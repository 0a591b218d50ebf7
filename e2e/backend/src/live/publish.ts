/** What the rest of the backend tells to the users' sockets. Call it after the commit: the content is loaded then. */
import type { BackendContext } from '../context.ts';

type WithBus = Pick<BackendContext, 'bus'>;

/** A connector or its charge point changed: status, power, meter, charge, online. */
export const publishConnector = ({ bus }: WithBus, chargePointId: string, connectorId: number) =>
  bus.publish({ kind: 'connector', chargePointId, connectorId });

export const publishTransactionStarted = ({ bus }: WithBus, transactionId: number) =>
  bus.publish({ kind: 'transactionStarted', transactionId });

export const publishTransactionStopped = ({ bus }: WithBus, transactionId: number) =>
  bus.publish({ kind: 'transactionStopped', transactionId });

/** An accepted start came to nothing. `errorCode` is one of decisions, section 6, or OCPP's own. */
export const publishStartError = (
  { bus }: WithBus,
  userId: number,
  chargePointId: string,
  connectorId: number,
  errorCode: string,
) => bus.publish({ kind: 'startError', userId, chargePointId, connectorId, errorCode });

/** An order of a top-up changed its state. */
export const publishOrder = ({ bus }: WithBus, orderId: number) => bus.publish({ kind: 'order', orderId });

/**
 * Some of a user's tokens are revoked: whatever is open with them is closed. Not so what belongs to the session that had
 * them revoked: it hears so by its answer, and may be on its way elsewhere.
 * @param asker hash of that session's token
 */
export const publishSessionsEnded = ({ bus }: WithBus, userId: number, asker?: string) =>
  bus.publish({ kind: 'sessionsEnded', userId, ...(asker !== undefined && { asker }) });
