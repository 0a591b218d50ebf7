/** How long and how often a client may hold connections. */
import type { BackendOptions } from './context.ts';

/** Longer than the 60 s for which reverse proxies keep idle connections: the proxy must be the one that closes. */
const KEEP_ALIVE_MS = 72_000;
/** Node looks for overdue requests this many times within the limit of one. */
const CHECKS = 10;

/**
 * Fastify's options of the server: a request that isn't complete `requestMs` after its first byte is closed, whether its
 * headers stall or its body drips, and so is a connection that brings none. A client that reads nothing of its response
 * for twice as long is disconnected as well. Upgraded connections (websockets) are exempt.
 */
export function serverOptions({ requestMs, tls }: Pick<BackendOptions, 'requestMs' | 'tls'>) {
  // Node closes overdue requests at its next check, not at their limit: that comes earlier by one check.
  const connectionsCheckingInterval = Math.ceil(requestMs / CHECKS);
  const timeout = requestMs - connectionsCheckingInterval;
  const limits = { connectionsCheckingInterval, headersTimeout: timeout, requestTimeout: timeout };
  return {
    requestTimeout: timeout,
    connectionTimeout: 2 * requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(tls ? { https: { ...tls, ...limits, handshakeTimeout: timeout } } : { http: limits }),
  };
}
