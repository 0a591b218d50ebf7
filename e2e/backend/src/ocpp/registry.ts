/** The charge points that are connected to this instance. */
import type { WebSocket } from 'ws';
import type { Call } from './exchange.ts';

export type Params = Record<string, unknown>;

/** Returns undefined if the charge point is offline, replies with an error or times out. */
export type SendCall = (
  chargePointId: string,
  method: string,
  params: Params,
  timeoutMs: number,
) => Promise<Params | undefined>;

export interface Connection {
  call: Call;
  socket: WebSocket;
  /** Hash of the secret that it authenticated with. */
  secretHash: string | null;
}

export class Registry {
  readonly #connections = new Map<string, Connection>();

  /**
   * Registers a connection. The newest one wins: a charge point may reconnect before the server
   * notices that the older connection is dead.
   * @returns the connection that was replaced, if any
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

  /** Returns a copy of the current connections. */
  snapshot(): Map<string, Connection> {
    return new Map(this.#connections);
  }

  readonly sendCall: SendCall = async (chargePointId, method, params, callTimeoutMs) => {
    const connection = this.get(chargePointId);
    if (!connection) return undefined;
    try {
      return await connection.call(method, params, callTimeoutMs);
    } catch {
      // A lost connection, an error and a timeout are the same to callers: there is no reply.
      return undefined;
    }
  };
}
