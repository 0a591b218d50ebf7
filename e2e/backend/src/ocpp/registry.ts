/** The charge points that are connected to this instance. */
import type { WebSocket } from 'ws';
import type { SecurityProfile } from '../db/schema.ts';
import type { Call, CallResult, Params } from './exchange.ts';

/**
 * Sends a call to a charge point. Never rejects: the result says why there is no reply.
 * @param timeoutMs limit of the whole call, including the time it waits for earlier ones
 */
export type SendCall = (
  chargePointId: string,
  method: string,
  params: Params,
  timeoutMs: number,
) => Promise<CallResult>;

export interface Connection {
  call: Call;
  socket: WebSocket;
  /** Hash of the secret that it authenticated with; of no meaning with a certificate. */
  secretHash: string | null;
  profile: SecurityProfile;
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

  readonly sendCall: SendCall = async (chargePointId, method, params, timeoutMs) => {
    const connection = this.get(chargePointId);
    return connection ? connection.call(method, params, timeoutMs) : { failure: 'offline' };
  };
}
