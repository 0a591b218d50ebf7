import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SendCall } from './registry.ts';

/** Interface of the central system for the app, the charging routes and the jobs. */
export interface CentralSystem {
  sendCall: SendCall;
  /** Handles a websocket upgrade below `/ocpp/`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Returns the ids of the charge points that are connected to this instance. */
  ids(): string[];
  /**
   * Closes connections that authenticated with a secret that has since been rotated or revoked, or below the
   * profile that has since been required.
   */
  endChangedCredentials(): Promise<void>;
  /** Logs the events that were counted since the last call. */
  flushLogs(): Promise<void>;
  /**
   * Closes all connections. Must be called before the database is closed.
   * @param jobsEnded resolves when no job updates the presence of charge points any more
   */
  close(jobsEnded: Promise<void>): Promise<void>;
}
