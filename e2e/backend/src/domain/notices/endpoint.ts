/**
 * URLs of push services come from clients, so requests to them could reach our own network (SSRF).
 * Only HTTPS to known push services is allowed, and only at public IP addresses.
 */
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../platform/clock.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { NoticesOptions } from './context.ts';

/** In bytes. Browsers' endpoints have up to 500. */
const MAX_LENGTH = 1024;

/** Hosts of browsers' push services. `*.` matches all subdomains. */
export const PUSH_SERVICES: readonly string[] = [
  // Chrome and browsers based on it; Chromium.
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** Returns the endpoint if requests may be sent to it, else undefined. */
export function parseEndpoint(
  text: string,
  { pushServices, pushToLoopback }: Pick<NoticesOptions, 'pushServices' | 'pushToLoopback'>,
): URL | undefined {
  const url = Buffer.byteLength(text) <= MAX_LENGTH ? URL.parse(text) : null;
  if (!url || url.username || url.password) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (pushToLoopback && isInRange(host, 'loopback')) return url;
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  const isKnown = pushServices.some((name) =>
    name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name,
  );
  return isKnown ? url : undefined;
}

/** `unicast` is the range of public addresses. */
const isInRange = (address: string, range: 'unicast' | 'loopback') =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === range;

interface LookupOptions {
  /** Name servers; the system's by default. */
  servers?: readonly string[];
  limitMs?: number;
}

/**
 * Returns a function that resolves a name to its public addresses only. Without any, the request
 * fails. Unlike Node's own lookup it occupies no thread, of which the process has four, while a name
 * server doesn't respond, and it ends after `limitMs`.
 */
export function createPublicLookup(
  clock: Clock,
  { servers, limitMs = 4 * SECOND_MS }: LookupOptions = {},
): LookupFunction {
  async function addressesOf(hostname: string) {
    const literal = isIP(hostname);
    if (literal !== 0) return [{ address: hostname, family: literal }];
    const resolver = new Resolver();
    if (servers) resolver.setServers(servers);
    const stopTimer = clock.after(limitMs, () => resolver.cancel());
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    stopTimer();
    return found.flatMap((result) =>
      result.status === 'fulfilled'
        ? result.value.map((address) => ({ address, family: isIP(address) }))
        : [],
    );
  }

  return (hostname, options, done) => {
    addressesOf(hostname).then(
      (found) => {
        const [first, ...others] = found.filter(({ address }) => isInRange(address, 'unicast'));
        if (!first) done(new Error('the name has no public address'), '');
        else if (options.all) done(null, [first, ...others]);
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, ''),
    );
  };
}
