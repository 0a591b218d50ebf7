/** Limits on how long a client may hold a connection without completing a request. */
import type { BackendOptions } from './context.ts';

type Options = Pick<BackendOptions, 'requestMs' | 'handshakeMs' | 'tls'>;

/** Reverse proxies keep idle connections for 60 s, and should close first. */
const KEEP_ALIVE_MS = 72_000;
/** Interval of Node's check for overdue connections, in ms. */
const CHECK_MS = 2000;
/** Least number of checks within the time limit of a request. */
const CHECKS = 10;

/**
 * Returns Fastify's options of the server. A request that isn't complete `requestMs` after its
 * first byte is closed, whether its headers stall or its body drips, and so is a connection without
 * a request. Headers and the TLS handshake have `handshakeMs`. A client that reads nothing of its
 * response for twice `requestMs` is disconnected. Upgraded connections (websockets) are exempt.
 */
export function serverOptions({ requestMs, handshakeMs, tls }: Options) {
  // Node closes overdue requests at the first check after their limit, so it is one check shorter.
  const connectionsCheckingInterval = Math.min(CHECK_MS, Math.ceil(requestMs / CHECKS), handshakeMs);
  const requestTimeout = requestMs - connectionsCheckingInterval;
  const headersTimeout = Math.min(handshakeMs, requestTimeout);
  const limits = { connectionsCheckingInterval, headersTimeout, requestTimeout };
  return {
    requestTimeout,
    connectionTimeout: 2 * requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(tls ? { https: { ...tls, ...limits, handshakeTimeout: handshakeMs } } : { http: limits }),
  };
}
