import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/**
 * Returns the key under which a client's calls are counted: an IPv4 address (also an IPv4-mapped
 * IPv6 one), or the /64 of an IPv6 address, since one customer holds all of it. Other text, which a
 * proxy may forward, is returned unchanged.
 */
export const addressBlockOf = (ip: string): string =>
  ipaddr.isValid(ip) ? ipaddr.process(ip).toByteArray().slice(0, 8).join('.') : ip;

/**
 * Returns the key of all addresses that one customer may hold cheaply: the /24 of an IPv4 address,
 * or the /48 of an IPv6 address. Other text, which a proxy may forward, is returned unchanged.
 */
export function wideAddressBlockOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const bytes = ipaddr.process(ip).toByteArray();
  return bytes.slice(0, bytes.length === 4 ? 3 : 6).join('.');
}

/**
 * Returns the keys of a client's address block and of the wider one around it, under which its
 * calls are counted as well: the /48 of an IPv6 address. An owner of many IPv4 addresses has to pay
 * for each.
 */
export const addressBlocksOf = (ip: string): [string, ...string[]] => withWider(addressBlockOf(ip));

/** Like `addressBlocksOf`, for a key that `addressBlockOf` has returned. */
export function withWider(block: string): [string, ...string[]] {
  const bytes = block.split('.');
  return bytes.length === 8 ? [block, bytes.slice(0, 6).join('.')] : [block];
}

/** Returns the key of a request's client, for a fair share of a busy server. */
export const clientOf = (ip: string): string => addressBlocksOf(ip).at(-1) ?? '';

/** A proxy may forward any text as an address; no valid one is longer. */
const MAX_LENGTH = 64;

/**
 * Returns a function that reads a raw request's address block, equal to
 * `addressBlockOf(request.ip)`.
 */
export function createClientAddressBlock(trustedProxies: string | undefined) {
  const addressOf = createClientAddress(trustedProxies);
  return (request: IncomingMessage) => addressBlockOf(addressOf(request)).slice(0, MAX_LENGTH);
}

/**
 * Returns a predicate for raw requests that came over TLS: to this server or, according to
 * `X-Forwarded-Proto`, to a trusted proxy.
 */
export function createIsEncrypted(trustedProxies: string | undefined) {
  const isTrusted = trustedProxies ? compileProxies(trustedProxies) : () => false;
  return ({ socket, headers }: IncomingMessage): boolean => {
    if (socket instanceof TLSSocket) return true;
    const protocol = String(headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1);
    return isTrusted(socket.remoteAddress ?? '', 0) && protocol?.trim() === 'https';
  };
}

const compileProxies = (trustedProxies: string) =>
  proxyAddr.compile(trustedProxies.split(',').map((proxy) => proxy.trim()));

/** Returns a function that reads a raw request's client address, equal to `request.ip`. */
export function createClientAddress(trustedProxies: string | undefined) {
  if (!trustedProxies) return ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';
  const isTrusted = compileProxies(trustedProxies);
  // A closed connection has no address.
  return (request: IncomingMessage) => (request.socket.remoteAddress ? proxyAddr(request, isTrusted) : '');
}
