import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { BackendContext } from '../context.ts';

/** The OCPP side of the backend, as the app and the charging routes see it. */
export interface CentralSystem {
  /** Takes a websocket upgrade below `/ocpp/`; the app sends it here. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends all connections; called before the database is closed. */
  close(): Promise<void>;
}

export async function attachOcpp(_context: BackendContext): Promise<CentralSystem> {
  return { handleUpgrade: (_request, socket) => void socket.destroy(), close: async () => undefined };
}
