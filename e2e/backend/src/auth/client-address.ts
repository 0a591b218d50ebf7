import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { networkOf } from './network.ts';

/** A proxy may forward any text as an address; no valid one is longer. */
const MAX_LENGTH = 64;

/**
 * Returns a function that reads the network of a raw request's client. It agrees with
 * `networkOf(request.ip)` of a Fastify request: X-Forwarded-For counts only if a trusted proxy sent
 * it.
 */
export function createClientNetwork(
  trustedProxies: string | undefined,
): (request: IncomingMessage) => string {
  const addressOf = createClientAddress(trustedProxies);
  return (request) => networkOf(addressOf(request)).slice(0, MAX_LENGTH);
}

/** Returns a function that reads the client's address as Fastify's `request.ip` does. */
export function createClientAddress(
  trustedProxies: string | undefined,
): (request: IncomingMessage) => string {
  if (!trustedProxies) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile(trustedProxies.split(',').map((proxy) => proxy.trim()));
  // A closed connection has no address.
  return (request) => (request.socket.remoteAddress ? proxyAddr(request, isTrusted) : '');
}
