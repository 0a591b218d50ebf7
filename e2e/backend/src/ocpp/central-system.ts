import type { Acceptor } from './acceptor.ts';
import type { SendCall } from './registry.ts';

/** Interface of the central system for the app and the charging routes. */
export interface CentralSystem {
  /**
   * Sends a call; resolves to undefined if the charge point is offline, replies with an error or
   * times out.
   */
  sendCall: SendCall;
  /** Handles a websocket upgrade below `/ocpp/`. */
  handleUpgrade: Acceptor['handleUpgrade'];
  /** Closes all connections. Must be called before the database is closed. */
  close(): Promise<void>;
}
