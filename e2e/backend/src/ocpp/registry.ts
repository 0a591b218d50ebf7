/** The charge points that are connected to this instance. */
import type { WebSocket } from 'ws';
import type { Call } from './exchange.ts';

export type Params = Record<string, unknown>;

/** Sends a call; returns undefined if the charge point is offline, replies with an error or times out. */
export type Ask = (
  chargePointId: string,
  method: string,
  params: Params,
  timeoutMs: number,
) => Promise<Params | undefined>;

export interface Connection {
  call: Call;
  socket: WebSocket;
  /** Hash of the secret that it was admitted with. */
  secretHash: string | null;
}

export class Registry {
  readonly #connections = new Map<string, Connection>();

  /**
   * The newest connection counts: a charge point that lost its line may be back before we noticed.
   * @returns the connection that it replaces
   */
  add(chargePointId: string, connection: Connection): Connection | undefined {
    const replaced = this.#connections.get(chargePointId);
    this.#connections.set(chargePointId, connection);
    return replaced;
  }

  /** Returns false if a newer connection has replaced this one. */
  remove(chargePointId: string, connection: Connection): boolean {
    if (this.get(chargePointId) !== connection) return false;
    return this.#connections.delete(chargePointId);
  }

  get(chargePointId: string): Connection | undefined {
    return this.#connections.get(chargePointId);
  }

  get ids(): string[] {
    return [...this.#connections.keys()];
  }

  /** The connections at this moment. */
  snapshot(): Map<string, Connection> {
    return new Map(this.#connections);
  }

  readonly ask: Ask = async (chargePointId, method, params, callTimeoutMs) => {
    const connection = this.get(chargePointId);
    if (!connection) return undefined;
    try {
      return await connection.call(method, params, callTimeoutMs);
    } catch {
      // A lost line, an error or a late answer: whoever asks learns that there is no answer, and decides.
      return undefined;
    }
  };
}
