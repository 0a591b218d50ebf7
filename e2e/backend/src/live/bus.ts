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
  subscribe(heard: (event: BusEvent) => void): void;
  /** Calls `missed` when events were lost, so that dependents can start over. */
  onMissed(missed: () => void): void;
}

const CHANNEL = 'live';

export async function createBus(database: Database): Promise<Bus> {
  const listeners = new Set<(event: BusEvent) => void>();
  const whenMissed = new Set<() => void>();
  const heardAll = (payload: string) => {
    const event = JSON.parse(payload) as BusEvent;
    for (const heard of listeners) heard(event);
  };
  const missedSome = () => {
    for (const missed of whenMissed) missed();
  };
  await database.listen(CHANNEL, heardAll, missedSome);
  return {
    publish: (event) => database.notify(CHANNEL, JSON.stringify(event)),
    subscribe: (heard) => void listeners.add(heard),
    onMissed: (missed) => void whenMissed.add(missed),
  };
}
