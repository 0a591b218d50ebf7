/** Limits on how long a client may hold a connection without completing a request. */
import type { BackendOptions } from './context.ts';

type Options = Pick<BackendOptions, 'requestMs' | 'handshakeMs' | 'tls'>;

/** Reverse proxies keep idle connections for 60 s, and should close first. */
const KEEP_ALIVE_MS = 72_000;
/** Interval of Node's check for overdue connections, in ms. */
const CHECK_MS = 2000;
/** Least number of checks within the time limit of a request. */
const CHECKS = 10;

/** Named, because Node's own minimum can be lowered by its command line. */
export const TLS_VERSIONS = { minVersion: 'TLSv1.2' } as const;

/** Returns Node's limits of a server for the time that a request and its headers may take. */
export function timeLimits({ requestMs, handshakeMs }: Omit<Options, 'tls'>) {
  // Node closes overdue requests at the first check after their limit, so it is one check shorter.
  const connectionsCheckingInterval = Math.min(CHECK_MS, Math.ceil(requestMs / CHECKS), handshakeMs);
  const requestTimeout = requestMs - connectionsCheckingInterval;
  return {
    connectionsCheckingInterval,
    headersTimeout: Math.min(handshakeMs, requestTimeout),
    requestTimeout,
  };
}

/**
 * Returns Fastify's options of the server. A request that isn't complete `requestMs` after its
 * first byte is closed, whether its headers stall or its body drips, and so is a connection without
 * a request. Headers and the TLS handshake have `handshakeMs`. A client that reads nothing of its
 * response for twice `requestMs` is disconnected. Upgraded connections (websockets) are exempt.
 */
export function serverOptions({ requestMs, handshakeMs, tls }: Options) {
  const limits = timeLimits({ requestMs, handshakeMs });
  return {
    requestTimeout: limits.requestTimeout,
    connectionTimeout: 2 * requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(tls
      ? { https: { ...tls, ...TLS_VERSIONS, ...limits, handshakeTimeout: handshakeMs } }
      : { http: limits }),
  };
}
