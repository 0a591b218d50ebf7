import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SendCall } from './calls.ts';

/** Interface of the central system for the app, the charging routes and the jobs. */
export interface CentralSystem {
  sendCall: SendCall;
  /** Handles a websocket upgrade below `/ocpp/`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Returns the ids of the charge points that are connected to this instance. */
  ids(): string[];
  /**
   * Closes connections of charge points that have had their secret rotated or revoked since, are
   * below the required profile, or have been removed or retired.
   */
  endChangedCredentials(): Promise<void>;
  /** Logs the events counted since the last call. */
  flushLogs(): Promise<void>;
  /** Corrects what is stored about this instance's connections, and closes replaced ones. */
  refreshPresence(): Promise<void>;
  /** Marks charge points of ended instances as offline. */
  endLost(): Promise<void>;
  /** Closes all connections in turn. Must be called before the database is closed. */
  close(): Promise<void>;
}
