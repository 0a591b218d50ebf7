/** The charge points that are connected to this instance. */
import type { WebSocket } from 'ws';
import type { Call } from './calls.ts';
import type { Admission } from './secrets.ts';

export interface Connection extends Admission {
  call: Call;
  socket: WebSocket;
  /** Its number among the charge point's connections; undefined until that is stored. */
  epoch: number | undefined;
  /** Calls without a reply so far. */
  pending: Set<Promise<unknown>>;
  /** Whether a newer connection at another instance has replaced it. */
  replacedElsewhere: boolean;
  /** Stops responding to other instances' calls. */
  stopResponding: () => void;
}

/** The newest connection of each charge point. */
export type Registry = Map<string, Connection>;

/** Returns false if a newer connection has replaced this one. */
export function removeConnection(registry: Registry, chargePointId: string, connection: Connection): boolean {
  return registry.get(chargePointId) === connection && registry.delete(chargePointId);
}
