/**
 * Event bus between instances: every instance on the database receives every event, including its
 * own. An event carries only ids; the receiver loads the content.
 */
import type { Database } from '../db/database.ts';

export type BusEvent =
  | { kind: 'connector'; chargePointId: string; connectorId: number }
  | { kind: 'transactionStarted'; transactionId: number }
  | { kind: 'transactionStopped'; transactionId: number }
  | { kind: 'startError'; userId: number; chargePointId: string; connectorId: number; errorCode: string }
  | { kind: 'order'; orderId: number }
  | { kind: 'sessionsEnded'; userId: number; asker?: string }
  | { kind: 'watched'; userId: number; siteId: number };

export interface Bus {
  publish(event: BusEvent): Promise<void>;
  subscribe(listener: (event: BusEvent) => void): void;
  /** Calls `missed` when events were lost, so that dependents can start over. */
  onMissed(missed: () => void): void;
}

const CHANNEL = 'live';

export async function createBus(database: Database): Promise<Bus> {
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
    publish: (event) => database.notify(CHANNEL, JSON.stringify(event)),
    subscribe: (listener) => void listeners.add(listener),
    onMissed: (missed) => void missedListeners.add(missed),
  };
}
