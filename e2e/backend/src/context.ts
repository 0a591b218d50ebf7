import type { FastifyBaseLogger } from 'fastify';
import type { Database, DatabaseOptions, Db } from './db/database.ts';
import type { Bus } from './live/bus.ts';
import type { WatchedSites } from './live/watched-sites.ts';

export interface BackendOptions extends DatabaseOptions {
  /** 0 takes a free port. */
  port: number;
  host: string;
  /** Certificate and key (PEM) to serve HTTPS with; plain HTTP without them. */
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** The built site (`dist/`); without it only the API is served. */
  siteDir?: string | undefined;
  /** Registers unknown charge points and has `/sandbox`. Never in production. */
  sandbox: boolean;
  /** Control server of the simulated charge points, by which the sandbox plugs cars in and out. */
  chargersUrl?: string | undefined;
  /** Fills a fresh database with the demo's sites and users. */
  seed: boolean;
  /** A level of pino, `silent` for none. */
  logLevel: string;
  /** The time of day; tests may set it. */
  now: () => Date;
  /** How long a charge point has to answer a start, in milliseconds; 10 s where it isn't set. */
  startAnswerMs?: number | undefined;
}

/** What every area of the backend is given. */
export interface BackendContext {
  options: BackendOptions;
  database: Database;
  db: Db;
  bus: Bus;
  watched: WatchedSites;
  now: () => Date;
  log: FastifyBaseLogger;
}
