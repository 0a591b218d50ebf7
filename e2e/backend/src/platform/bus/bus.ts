/**
 * Connects the instances of one deployment: events for all of them, and requests to the instance
 * that holds a charge point's socket. `openBus` chooses the implementation by configuration.
 */
import * as z from 'zod/mini';

const id = z.int();
const text = z.string();

/**
 * An event carries only ids: its receiver loads the content, so publish it after the commit.
 * Instances of different releases share the bus, so a field may be added only as optional.
 */
export const BusEvent = z.discriminatedUnion('kind', [
  /**
   * A connector or its charge point changed: status, power, meter, charge or presence. `audience`
   * has its site and the user who charges there. An instance without a connection of that user or
   * of a viewer of the site loads nothing.
   */
  z.object({
    kind: z.literal('connector'),
    chargePointId: text,
    connectorId: id,
    audience: z.optional(z.object({ siteId: id, userId: z.nullable(id) })),
  }),
  z.object({ kind: z.literal('transactionStarted'), transactionId: id }),
  z.object({ kind: z.literal('transactionStopped'), transactionId: id }),
  /** An accepted start failed. `errorCode` is OCPP's or one of the app's start errors. */
  z.object({
    kind: z.literal('startError'),
    userId: id,
    chargePointId: text,
    connectorId: id,
    errorCode: text,
    attemptId: z.optional(id),
  }),
  /** The state of a top-up order changed. */
  z.object({ kind: z.literal('order'), orderId: id }),
  /** Credit is on its way back, has arrived, or is credit again. */
  z.object({ kind: z.literal('payback'), paybackId: id }),
  /**
   * Some of a user's sessions ended, and their sockets close. `asker` is the token hash of the
   * calling session. Its socket stays open: the response reports the end, and the page may be
   * navigating away.
   */
  z.object({ kind: z.literal('sessionsEnded'), userId: id, asker: z.optional(text) }),
  z.object({ kind: z.literal('watched'), userId: id, siteId: id }),
  /** A charge point has connected to an instance; `epoch` numbers its connections. */
  z.object({ kind: z.literal('connected'), chargePointId: text, epoch: id }),
  /**
   * A charge point's handshake failed, and counts towards the limits of all instances. `network` is
   * a key from `addressBlockOf`.
   */
  z.object({ kind: z.literal('handshakeRefused'), identity: text, network: text }),
]);
export type BusEvent = z.output<typeof BusEvent>;

/** Outcome of a request. With `unreachable`, it may or may not have been received. */
export type BusReply =
  | { outcome: 'reply'; text: string }
  | { outcome: 'no responders' | 'timeout' | 'unreachable' };

export interface Bus {
  /** Delivers to this instance at once, and to other instances if they can be reached. */
  publish(event: BusEvent): Promise<void>;
  subscribe(listener: (event: BusEvent) => void): void;
  /** Calls `missed` when events of other instances may have been lost. */
  onMissed(missed: () => void): void;
  /**
   * Handles requests that other instances send to a subject. `handle` returns undefined to leave
   * the request to another responder.
   * @returns a function that removes the handler
   */
  respond(subject: string, handle: (text: string) => Promise<string | undefined>): () => void;
  /** Sends a request to the other instances. */
  request(subject: string, text: string, timeoutMs: number): Promise<BusReply>;
  /** Returns whether other instances can be reached; always true if there can't be any. */
  isConnected(): boolean;
  close(): Promise<void>;
}

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
