/**
 * Event bus between instances: every instance on the database receives every event, including its
 * own. An event carries only ids; the receiver loads the content.
 */
import type { Database } from '../db/database.ts';

/** Publish an event after the commit, since its receivers load the content. */
export type BusEvent =
  /** A connector or its charge point changed: status, power, meter, charge or presence. */
  | { kind: 'connector'; chargePointId: string; connectorId: number }
  | { kind: 'transactionStarted'; transactionId: number }
  | { kind: 'transactionStopped'; transactionId: number }
  /** An accepted start failed. `errorCode` is one of OCPP's or of the app's own start errors. */
  | {
      kind: 'startError';
      userId: number;
      chargePointId: string;
      connectorId: number;
      errorCode: string;
      attemptId?: number;
    }
  /** An order of a top-up changed its state. */
  | { kind: 'order'; orderId: number }
  /**
   * Some of a user's sessions ended, and their sockets close. `asker` is the token hash of the
   * session that made the call and is spared: its response reports the end, and it may be
   * navigating away.
   */
  | { kind: 'sessionsEnded'; userId: number; asker?: string }
  | { kind: 'watched'; userId: number; siteId: number };

export type Bus = Awaited<ReturnType<typeof createBus>>;

const CHANNEL = 'live';

export async function createBus(database: Database) {
  const listeners = new Set<(event: BusEvent) => void>();
  const missedListeners = new Set<() => void>();
  const deliver = (payload: string) => {
    const event = JSON.parse(payload) as BusEvent;
    for (const listener of listeners) listener(event);
  };
  const reportMissed = () => {
    for (const missed of missedListeners) missed();
  };
  await database.listen(CHANNEL, deliver, reportMissed);
  return {
    publish: (event: BusEvent) => database.notify(CHANNEL, JSON.stringify(event)),
    subscribe: (listener: (event: BusEvent) => void) => void listeners.add(listener),
    /** Calls `missed` when events were lost, so that dependents can start over. */
    onMissed: (missed: () => void) => void missedListeners.add(missed),
  };
}
