/** Events for the users' sockets. Publish after the commit, since receivers load the content. */
import type { BackendContext } from '../context.ts';

type WithBus = Pick<BackendContext, 'bus'>;

/** A connector or its charge point changed: status, power, meter, charge or presence. */
export const publishConnector = ({ bus }: WithBus, chargePointId: string, connectorId: number) =>
  bus.publish({ kind: 'connector', chargePointId, connectorId });

export const publishTransactionStarted = ({ bus }: WithBus, transactionId: number) =>
  bus.publish({ kind: 'transactionStarted', transactionId });

export const publishTransactionStopped = ({ bus }: WithBus, transactionId: number) =>
  bus.publish({ kind: 'transactionStopped', transactionId });

/** An accepted start failed. `errorCode` is one of OCPP's or of the app's own start errors. */
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
 * Some of a user's sessions ended, and their sockets close. The session that made the call is
 * spared: its response reports the end, and it may be navigating away.
 * @param asker token hash of that session
 */
export const publishSessionsEnded = ({ bus }: WithBus, userId: number, asker?: string) =>
  bus.publish({ kind: 'sessionsEnded', userId, ...(asker !== undefined && { asker }) });
