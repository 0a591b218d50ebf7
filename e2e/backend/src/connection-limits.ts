/** How long a client may hold a connection without completing what it began. */
import type { BackendOptions } from './context.ts';

/** Default time for a request's headers, for TLS and for a websocket handshake to complete, in ms. */
export const HANDSHAKE_MS = 10_000;
/** Longer than the 60 s for which reverse proxies keep idle connections: the proxy must be the one that closes. */
const KEEP_ALIVE_MS = 72_000;
/** How often Node looks for overdue connections, in ms. */
const CHECK_MS = 2000;
/** It looks at least this many times within the limit of a request. */
const CHECKS = 10;

/**
 * Fastify's options of the server: a request that isn't complete `requestMs` after its first byte is closed, whether its
 * headers stall or its body drips, and so is a connection that brings none. Headers and the TLS handshake have
 * `handshakeMs`. A client that reads nothing of its response for twice `requestMs` is disconnected as well. Upgraded
 * connections (websockets) are exempt.
 */
export function serverOptions({
  requestMs,
  handshakeMs = HANDSHAKE_MS,
  tls,
}: Pick<BackendOptions, 'requestMs' | 'handshakeMs' | 'tls'>) {
  // Node closes overdue requests at its next check, not at their limit: that comes earlier by one check.
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
