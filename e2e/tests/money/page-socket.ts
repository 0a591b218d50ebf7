/** A page's websocket: real, to the real backend, over the faulty connection. */
import type { Connection } from './connection.ts';

export interface PageSocketOptions {
  connection: Connection;
  /** Whether incoming messages are lost. */
  dropsMessages: () => boolean;
  /**
   * Returns the key of an order's write. Called before the page receives a message about the
   * order.
   */
  keyOf: (orderId: string) => Promise<string>;
  /** Called when a message with the outcome of this write arrives. */
  onOutcome: (key: string) => void;
}

const DEFINITE_STATES = new Set(['paid', 'canceled']);

/**
 * Returns the page's `WebSocket` class. `closeAll` closes every connection that the page opened.
 */
export function createPageSocketClass({ connection, dropsMessages, keyOf, onOutcome }: PageSocketOptions) {
  const open = new Set<PageSocket>();

  class PageSocket {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { reason: string }) => void) | null = null;
    readonly #real: WebSocket;
    /** Chains messages, so that the page receives them in their original order. */
    #turn: Promise<unknown> = Promise.resolve();

    constructor(url: string, protocol: string) {
      this.#real = new WebSocket(connection.socketUrl(url), protocol);
      open.add(this);
      this.#real.onopen = () => (connection.up ? this.onopen?.() : this.#real.close());
      this.#real.onclose = ({ reason }) => {
        open.delete(this);
        this.onclose?.({ reason });
      };
      this.#real.onmessage = ({ data }) => {
        this.#turn = this.#turn.then(() => this.#receive(String(data)));
      };
    }

    get readyState() {
      return this.#real.readyState;
    }

    send(text: string) {
      if (this.#real.readyState === PageSocket.OPEN) this.#real.send(text);
    }

    close() {
      this.#real.close();
    }

    async #receive(data: string) {
      if (dropsMessages() || !connection.up) return;
      const key = await keyOfFrame(data);
      await connection.responsesReleased;
      if (dropsMessages() || !connection.up || !this.onmessage) return;
      if (key) onOutcome(key);
      this.onmessage({ data });
    }
  }

  async function keyOfFrame(data: string): Promise<string | undefined> {
    const { order } = JSON.parse(data) as { order?: { orderId: unknown; orderState: string } };
    return order && DEFINITE_STATES.has(order.orderState) ? keyOf(String(order.orderId)) : undefined;
  }

  return {
    PageSocket,
    closeAll() {
      for (const socket of open) socket.close();
    },
  };
}
