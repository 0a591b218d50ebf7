/** A page's websocket: a real connection to the real backend, over the faulty network. */
import type { Network } from './network.ts';

export interface PageSocketOptions {
  network: Network;
  /** Whether incoming messages are lost. */
  dropsMessages: () => boolean;
  /**
   * Returns the key of an order's attempt. Called before the page receives a message about the
   * order.
   */
  keyOf: (orderId: string) => Promise<string>;
  /** Called when a message with the outcome of this attempt arrives. */
  onOutcome: (key: string) => void;
}

const DEFINITE_STATES = new Set(['paid', 'canceled']);

/**
 * Returns the page's `WebSocket` class. `closeAll` closes every connection that the page opened.
 */
export function createPageSocketClass({ network, dropsMessages, keyOf, onOutcome }: PageSocketOptions) {
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
      this.#real = new WebSocket(network.socketUrl(url), protocol);
      open.add(this);
      this.#real.onopen = () => (network.up ? this.onopen?.() : this.#real.close());
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
      if (dropsMessages() || !network.up) return;
      const key = await keyOfFrame(data);
      await network.responsesReleased;
      if (dropsMessages() || !network.up || !this.onmessage) return;
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
