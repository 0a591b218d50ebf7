/** How long and how often a client may hold connections. */
import type { BackendOptions } from './context.ts';

/** Longer than the 60 s for which reverse proxies keep idle connections: the proxy must be the one that closes. */
const KEEP_ALIVE_MS = 72_000;
/** Default time for a request's headers, for TLS and for a websocket handshake to complete, in ms. */
export const HANDSHAKE_MS = 10_000;
/** Node looks for overdue requests this many times within the limit of one. */
const CHECKS = 10;

/**
 * Returns Fastify's server options. A request whose headers or TLS handshake aren't complete within `handshakeMs`, or
 * that isn't complete within `requestMs`, is closed; so is a connection without a request. A client that reads nothing
 * of its response for twice `requestMs` is disconnected. Upgraded connections (websockets) are exempt.
 */
export function serverOptions({
  requestMs,
  handshakeMs = HANDSHAKE_MS,
  tls,
}: Pick<BackendOptions, 'requestMs' | 'handshakeMs' | 'tls'>) {
  // Node closes overdue requests at its next check after their limit: the limit is earlier by one check.
  const connectionsCheckingInterval = Math.ceil(Math.min(requestMs, handshakeMs) / CHECKS);
  const timeout = requestMs - connectionsCheckingInterval;
  const headersTimeout = Math.min(timeout, handshakeMs - connectionsCheckingInterval);
  const limits = { connectionsCheckingInterval, headersTimeout, requestTimeout: timeout };
  return {
    requestTimeout: timeout,
    connectionTimeout: 2 * requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(tls ? { https: { ...tls, ...limits, handshakeTimeout: headersTimeout } } : { http: limits }),
  };
}
