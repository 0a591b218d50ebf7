/** The charge points that are connected to this instance. */
import type { WebSocket } from 'ws';
import type { SecurityProfile } from '../../platform/database/schema.ts';
import type { Call } from './calls.ts';

export interface Connection {
  call: Call;
  socket: WebSocket;
  /** Hash of the secret that it authenticated with; unused with a certificate. */
  secretHash: string | null;
  profile: SecurityProfile;
  /** Whether it was being installed when it was admitted. */
  isPreparing: boolean;
  /** Its number among the charge point's connections; undefined until that is stored. */
  epoch: number | undefined;
  /** Calls without a reply so far. */
  pending: Set<Promise<unknown>>;
  /** Whether a newer connection at another instance has replaced it. */
  replacedElsewhere: boolean;
  /** Stops responding to other instances' calls. */
  stopResponding: () => void;
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
}
