import type { Bus, BusEvent } from './bus.ts';

/** The bus of a single instance. Requests have no responders: no other instance holds a socket. */
export function createLocalBus(): Bus {
  const listeners = new Set<(event: BusEvent) => void>();
  return {
    async publish(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => void listeners.add(listener),
    onMissed: () => undefined,
    respond: () => () => undefined,
    request: async () => ({ outcome: 'no responders' }),
    isConnected: () => true,
    close: async () => undefined,
  };
}
