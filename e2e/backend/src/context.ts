import type { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { HashCost, Passwords } from './auth/passwords.ts';
import type { Database, DatabaseOptions, Db } from './db/database.ts';
import type { Bus } from './live/bus.ts';
import type { WatchedSites } from './live/watched-sites.ts';
import type { Mailer } from './mail/mailer.ts';
import type { PaymentProvider } from './payment/provider.ts';

export interface BackendOptions extends DatabaseOptions {
  /** 0 takes a free port. */
  port: number;
  host: string;
  /** Reverse proxies before it, such as `loopback` or `10.0.0.0/8`: the address that they tell is the asker's. */
  trustedProxies?: string | undefined;
  /** Certificate and key (PEM) to serve HTTPS with; plain HTTP without them. */
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Within which a request has to be complete, in milliseconds. */
  requestMs: number;
  /** Connections at the same time, websockets included; further ones are closed at once. */
  maxConnections: number;
  /** Live sockets of one network (an IPv4 address, or the /64 of an IPv6 one) at the same time. */
  liveSocketsPerNetwork: number;
  /** Further origins than `siteUrl` that may call the API and open live sockets; the sandbox allows any. */
  allowedOrigins: readonly string[];
  /** The built site (`dist/`); without it only the API is served. */
  siteDir?: string | undefined;
  /** Registers unknown charge points and has `/sandbox`. Never in production. */
  sandbox: boolean;
  /** Control server of the simulated charge points, by which the sandbox plugs cars in and out. */
  chargersUrl?: string | undefined;
  /** Fills a fresh database with the demo's sites and users. */
  seed: boolean;
  /** Mail goes to this server, such as `smtps://user:password@host`; without it to the sandbox's outbox, or nowhere. */
  smtpUrl?: string | undefined;
  /** The address that mail comes from. */
  mailFrom?: string | undefined;
  /** Origin of the site, to which the links in mails lead. */
  siteUrl?: string | undefined;
  /** Takes the money of top-ups; a sandbox has a stand-in, and without either there are none. */
  payment?: PaymentProvider | undefined;
  /** What hashing a password takes; `HASH_COST` where it isn't set. */
  passwordCost?: HashCost | undefined;
  /** A level of pino, `silent` for none. */
  logLevel: string;
  /** Where the log goes instead of the standard output. */
  logTo?: Writable | undefined;
  /** The time of day; tests may set it. */
  now: () => Date;
  /** How long a charge point has to answer a start, in milliseconds; 10 s where it isn't set. */
  startAnswerMs?: number | undefined;
  /** How long TLS, a request's headers and a websocket handshake may take, in ms; 10 s by default. */
  handshakeMs?: number | undefined;
  /** How often presence, secrets and running charges of charge points are checked, in ms; 30 s by default. */
  presenceMs?: number | undefined;
}

/** What every area of the backend is given. */
export interface BackendContext {
  options: BackendOptions;
  database: Database;
  db: Db;
  bus: Bus;
  watched: WatchedSites;
  mailer: Mailer;
  payment: PaymentProvider | undefined;
  passwords: Passwords;
  now: () => Date;
  log: FastifyBaseLogger;
}
