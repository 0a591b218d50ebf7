import type { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from './bus/bus.ts';
import type { Clock } from './clock.ts';
import type { Database, DatabaseOptions, Db } from './database/database.ts';
import type { Instance } from './instances/instances.ts';
import type { Mailer, MailOptions } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Randomness } from './randomness.ts';
import type { Transports } from './transports.ts';

export interface PlatformOptions extends DatabaseOptions, MailOptions {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Reverse proxies that may set X-Forwarded-For, such as `loopback` or `10.0.0.0/8`. */
  trustedProxies?: string | undefined;
  /** Certificate and key (PEM) to serve HTTPS with; plain HTTP without them. */
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Time within which a request has to be complete, in ms. */
  requestMs: number;
  /** Time limit of every call in ms, instead of the limits that the contract implies. */
  callMs?: number | undefined;
  /** Concurrent connections, websockets included; further ones are closed at once. */
  maxConnections: number;
  /** Origins besides `webAppUrl` that may call the API and open sockets; the sandbox allows any. */
  allowedOrigins: readonly string[];
  /** URLs of NATS, separated by commas; needed to run several instances on one database. */
  natsUrl?: string | undefined;
  /** Prefix of all NATS subjects, so that several deployments can share a server. */
  natsPrefix?: string | undefined;
  /** Registers unknown charge points and serves `/sandbox`. Never in production. */
  sandbox: boolean;
  /** Origin of the web app, for the links in mails. */
  webAppUrl?: string | undefined;
  /** Address of `/metrics`; not served if unset. Port 0 picks a free port. */
  metrics?: { port: number; host: string } | undefined;
  /** A level of pino, `silent` for none. */
  logLevel: string;
  /** Destination of the log; standard output by default. */
  logTo?: Writable | undefined;
  clock: Clock;
  randomness: Randomness;
  transports: Transports;
  /** Time limit of a request's headers and of TLS and websocket handshakes, in ms. */
  handshakeMs: number;
  /** Time after which an instance that doesn't renew its lease counts as ended, in ms. */
  leaseMs: number;
  /** Interval of the checks of charge points, charges and sessions (`list-jobs.ts`), in ms. */
  checkMs: number;
}

/** What every part of the backend may use. Each part of the domain adds its own (`context.ts`). */
export interface PlatformContext {
  options: PlatformOptions;
  database: Database;
  db: Db;
  bus: Bus;
  instance: Instance;
  mailer: Mailer;
  metrics: Metrics;
  clock: Clock;
  /** The clock's `now`. */
  now: () => Date;
  randomness: Randomness;
  log: FastifyBaseLogger;
}
