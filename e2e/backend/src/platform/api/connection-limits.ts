/** Limits on how long a client may hold a connection without completing a request. */
import type { PlatformOptions } from '../context.ts';

type Options = Pick<PlatformOptions, 'requestMs' | 'handshakeMs' | 'tls'>;

/** Longer than the 60 s of reverse proxies, which should be the first to close a connection. */
const KEEP_ALIVE_MS = 72_000;
/** Interval of Node's check for overdue connections, in ms. */
const CHECK_MS = 2000;
/** Minimum number of checks within the time limit of a request. */
const CHECKS = 10;

/** Set explicitly, because Node's command line can lower its own minimum. */
export const TLS_VERSIONS = { minVersion: 'TLSv1.2' } as const;

/** Returns a Node server's time limits for a request and its headers. */
export function timeLimits({ requestMs, handshakeMs }: Omit<Options, 'tls'>) {
  // Node closes overdue requests at the first check after their limit: subtract one interval.
  const connectionsCheckingInterval = Math.min(CHECK_MS, Math.ceil(requestMs / CHECKS), handshakeMs);
  const requestTimeout = requestMs - connectionsCheckingInterval;
  return {
    connectionsCheckingInterval,
    headersTimeout: Math.min(handshakeMs, requestTimeout),
    requestTimeout,
  };
}

/**
 * Returns Fastify's server options. They close a request that isn't complete `requestMs` after its
 * first byte, whether its headers stall or its body drips, and a connection without a request.
 * Headers and the TLS handshake have to be complete within `handshakeMs`. A client that doesn't
 * read its response for twice `requestMs` is disconnected. Upgraded connections (websockets) are
 * exempt.
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
