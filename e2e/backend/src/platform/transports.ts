/**
 * How the backend reaches other systems. Only these functions open outgoing connections, apart from
 * a payment provider's module; the simulation passes its own.
 */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Bus } from './bus/bus.ts';
import { type BusOptions, openBus } from './bus/nats-bus.ts';
import type { Database, DatabaseOptions } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import type { Send } from './mail/outbox.ts';

export interface Transports {
  /** Opens the database and migrates it. */
  openDatabase(options: DatabaseOptions): Promise<Database>;
  openBus(options: BusOptions): Promise<Bus>;
  /** Returns a function that sends mail from the address `from` over the server at `url`. */
  createSmtp(url: string, from: string): Send;
  /** Makes the server accept connections, and returns its URL. */
  listen(app: FastifyInstance, address: { port: number; host: string }): Promise<string>;
  /** Calls the geocoder, and the simulated charge points of a sandbox. */
  fetch: typeof fetch;
  /**
   * Sends a request to a push service or a payment provider. Resolves with the response's headers:
   * the caller reads its body, or destroys it. Redirects aren't followed.
   */
  request(url: URL, request: OutgoingRequest): Promise<http.IncomingMessage>;
}

export interface OutgoingRequest {
  method: string;
  headers: http.OutgoingHttpHeaders;
  body?: Buffer | string | null | undefined;
  /** Has a client's certificate; `false` for a connection of its own. */
  agent?: https.Agent | false | undefined;
  /** Resolves the URL's host; Node's own lookup by default. */
  lookup?: LookupFunction | undefined;
  signal: AbortSignal;
}

export const systemTransports: Transports = { openDatabase, openBus, createSmtp, listen, fetch, request };

/**
 * Backlog of the listening socket. All clients reconnect at once after a restart, and TCP retries a
 * connection that overran the backlog only after a second. Systems cap a backlog at about this
 * value.
 */
const BACKLOG = 4096;

function listen(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<string> {
  return app.listen({ port, host, backlog: BACKLOG });
}

function request(url: URL, { body, lookup, ...options }: OutgoingRequest): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const send = url.protocol === 'https:' ? https.request : http.request;
  const sent = send(url, { ...options, ...(lookup && { lookup }) });
  sent.once('response', resolve);
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

/** Some calls wait for the mail, and clients time out after 30 s. */
const TIMEOUT_MS = 8000;

function createSmtp(url: string, from: string): Send {
  /** Loads the library with the first mail: it takes 5 MB. */
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof open> | undefined;
  return async ({ to, from: name, subject, text, html }) => {
    transport ??= open();
    await (await transport).sendMail({
      // As objects, so that the values aren't parsed as address lists.
      from: { name, address: from },
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}
