/**
 * URLs of push services come from clients, so requests to them could reach our own network (SSRF).
 * Only HTTPS to public IP addresses is allowed, which is checked again when a name is resolved.
 */
import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** In bytes. Browsers' endpoints have up to 500. */
const MAX_LENGTH = 1024;

/** Tests run their own push service on this machine. */
interface Loopback {
  allowsLoopback: boolean;
}

/** Returns the endpoint if requests may be sent to it, else undefined. */
export function parseEndpoint(text: string, { allowsLoopback }: Loopback): URL | undefined {
  const url = Buffer.byteLength(text) <= MAX_LENGTH ? URL.parse(text) : null;
  if (!url || url.username || url.password) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (allowsLoopback && isInRange(host, 'loopback')) return url;
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  return ipaddr.isValid(host) && !isInRange(host, 'unicast') ? undefined : url;
}

/** `unicast` is the range of public addresses. */
const isInRange = (address: string, range: 'unicast' | 'loopback') =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === range;

/** Resolves a name to its public addresses only. Without any, the request fails. */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
    const [first, ...others] = found.filter(({ address }) => isInRange(address, 'unicast'));
    if (!first) done(error ?? new Error('the name has no public address'), '');
    else if (options.all) done(null, [first, ...others]);
    else done(null, first.address, first.family);
  });
};
