import type { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { ChargeHandlers } from './domain/charge-points/charge-handlers.ts';
import type { ChargeEvents } from './domain/charging/charge-events.ts';
import type { OrderEvents } from './domain/money/payment/order-events.ts';
import type { PaymentProvider } from './domain/money/payment/provider.ts';
import type { VapidKeys } from './domain/notices/vapid.ts';
import type { HashCost, Passwords } from './domain/people/auth/passwords.ts';
import type { WatchedSites } from './domain/sites/watched-sites.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Database, DatabaseOptions, Db } from './platform/database/database.ts';
import type { Instance } from './platform/instances/instances.ts';
import type { Mailer, MailOptions } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/metrics/metrics.ts';

/** `cert`, `key`, `clientCa` and `clientCrl` are the contents of PEM files. */
interface OcppTls {
  /** 0 picks a free port. */
  port: number;
  cert: Buffer;
  key: Buffer;
  /** Issuer of charge points' client certificates; none is accepted if unset. */
  clientCa?: Buffer | undefined;
  /** Certificates that the authority has revoked. */
  clientCrl?: Buffer | undefined;
}

export interface BackendOptions extends DatabaseOptions, MailOptions {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Reverse proxies that may set X-Forwarded-For, such as `loopback` or `10.0.0.0/8`. */
  trustedProxies?: string | undefined;
  /** Certificate and key (PEM) to serve HTTPS with; plain HTTP without them. */
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Separate TLS port for charge points; not opened if unset. */
  ocppTls?: OcppTls | undefined;
  /** Time within which a request has to be complete, in ms. */
  requestMs: number;
  /** Time limit of every call in ms, instead of the limits that the contract implies. */
  callMs?: number | undefined;
  /** Concurrent connections, websockets included; further ones are closed at once. */
  maxConnections: number;
  /** Concurrent live sockets of one network (an IPv4 address, or the /64 of an IPv6 one). */
  liveSocketsPerNetwork: number;
  /** Origins besides `siteUrl` that may call the API and open sockets; the sandbox allows any. */
  allowedOrigins: readonly string[];
  /** URLs of NATS, separated by commas; needed to run several instances on one database. */
  natsUrl?: string | undefined;
  /** Prefix of all NATS subjects, so that several deployments can share a server. */
  natsPrefix?: string | undefined;
  /** Folder of the built web app (`dist/`); without it only the API is served. */
  siteDir?: string | undefined;
  /** Whether pages contain the first view of their screen. */
  prerenders: boolean;
  /**
   * How long after the start files that were sent are compressed again at the best quality, in ms.
   * Without it, they never are.
   */
  recompressAfterMs?: number | undefined;
  /** Time limit of the render of a first view, in ms. */
  renderMs: number;
  /** Time limit of a first view's data and render together, in ms. */
  viewMs: number;
  /** Ed25519 keys in base64: first views require a registry that is signed with one of them. */
  publicKeys: readonly string[];
  /** Registers unknown charge points and serves `/sandbox`. Never in production. */
  sandbox: boolean;
  /** Control server of the simulated charge points, for the sandbox. */
  chargersUrl?: string | undefined;
  /** Fills a fresh database with demo sites and users. */
  seed: boolean;
  /** Origin of the web app, for the links in mails. */
  siteUrl?: string | undefined;
  /** Key pair for push services; by default one is created and stored in the database. */
  vapid?: VapidKeys | undefined;
  /** Hosts of push services; `*.` stands for all subdomains. */
  pushServices: readonly string[];
  /** Allows push services on this machine, without TLS. For tests only. */
  pushToLoopback: boolean;
  /** URL of a Photon- or Nominatim-compatible service, for the address search. */
  geocoderUrl?: string | undefined;
  /** Maximum wait for a request slot of the geocoder, and then for its response, in ms. */
  geocoderMs: number;
  /** Without a provider a sandbox uses a stand-in, and any other server has no top-ups. */
  payment?: PaymentProvider | undefined;
  /** Cost of password hashing; `HASH_COST` by default. */
  passwordCost?: HashCost | undefined;
  /** Address of `/metrics`; not served if unset. Port 0 picks a free port. */
  metrics?: { port: number; host: string } | undefined;
  /** A level of pino, `silent` for none. */
  logLevel: string;
  /** Destination of the log; standard output by default. */
  logTo?: Writable | undefined;
  now: () => Date;
  /** Time limit of a charge point's response to a start, in ms. */
  startTimeoutMs: number;
  /** Messages of a charge point that arrive this much late still count as on time, in ms. */
  latencyMs: number;
  /** Time limit of a charge point's response to an operator's command, in ms. */
  commandTimeoutMs: number;
  /** Time limit of a request's headers and of TLS and websocket handshakes, in ms. */
  handshakeMs: number;
  /** Time after which an instance that doesn't renew its lease counts as ended, in ms. */
  leaseMs: number;
  /** Time for a charge point to connect elsewhere after a shutdown, still shown as online, in ms. */
  moveMs: number;
  /** Interval of the checks of charge points, charges and sessions (`jobs/`), in ms. */
  checkMs: number;
  /** Interval at which versions of remotes are judged, in ms. */
  judgeMs: number;
  /** Whether versions that fail more often than their predecessor are withdrawn. */
  withdrawsVersions: boolean;
  /** Maximum number of failures of one version that count per network. */
  failuresPerNetwork: number;
}

/** Dependencies that every area of the backend receives. */
export interface BackendContext {
  options: BackendOptions;
  database: Database;
  db: Db;
  bus: Bus;
  instance: Instance;
  watched: WatchedSites;
  mailer: Mailer;
  payment: PaymentProvider | undefined;
  orderEvents: OrderEvents;
  chargeEvents: ChargeEvents;
  charges: ChargeHandlers;
  vapid: VapidKeys;
  passwords: Passwords;
  metrics: Metrics;
  now: () => Date;
  log: FastifyBaseLogger;
}
