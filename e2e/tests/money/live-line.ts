/** A page's websocket: the real one to the real backend, as bad as the network is. */
import type { Network } from './network.ts';

export interface Line {
  network: Network;
  /** What comes is lost on the way. */
  isDeaf: () => boolean;
  /** Which attempt a message about an order is about; asked before the page gets it. */
  keyOf: (orderId: string) => Promise<string>;
  /** A message that says how this attempt ended has come. */
  onTold: (key: string) => void;
}

const TELLING = new Set(['paid', 'canceled']);

/** The class that a page has as `WebSocket`; `hangUp` breaks every connection that it made. */
export function lineClass({ network, isDeaf, keyOf, onTold }: Line) {
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
    /** Messages reach the page in the order in which they came. */
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
      if (isDeaf() || !network.up) return;
      const key = await keyOfFrame(data);
      await network.calm;
      if (isDeaf() || !network.up || !this.onmessage) return;
      if (key) onTold(key);
      this.onmessage({ data });
    }
  }

  async function keyOfFrame(data: string): Promise<string | undefined> {
    const { order } = JSON.parse(data) as { order?: { orderId: unknown; orderState: string } };
    return order && TELLING.has(order.orderState) ? keyOf(String(order.orderId)) : undefined;
  }

  return {
    PageSocket,
    hangUp() {
      for (const socket of open) socket.close();
    },
  };
}
