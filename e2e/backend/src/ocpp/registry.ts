/** The charge points that are connected to this instance. */
import type { RPCClient } from 'ocpp-rpc';

export type Params = Record<string, unknown>;

/** Asks a charge point; undefined where it is away, answers an error or nothing in time. */
export type Ask = (
  chargePointId: string,
  method: string,
  params: Params,
  timeoutMs: number,
) => Promise<Params | undefined>;

export class Registry {
  readonly #clients = new Map<string, RPCClient>();

  /** The newest connection counts: a charge point that lost its line may be back before we noticed. */
  add(chargePointId: string, client: RPCClient): void {
    this.#clients.set(chargePointId, client);
  }

  /** Answers whether it was the connection that counts. */
  remove(chargePointId: string, client: RPCClient): boolean {
    if (this.#clients.get(chargePointId) !== client) return false;
    return this.#clients.delete(chargePointId);
  }

  has(chargePointId: string): boolean {
    return this.#clients.has(chargePointId);
  }

  get ids(): string[] {
    return [...this.#clients.keys()];
  }

  readonly ask: Ask = async (chargePointId, method, params, callTimeoutMs) => {
    const client = this.#clients.get(chargePointId);
    if (!client) return undefined;
    try {
      return (await client.call(method, params, { callTimeoutMs })) as Params;
    } catch {
      // A lost line, an error or a late answer: whoever asks learns that there is no answer, and decides.
      return undefined;
    }
  };
}
