import ipaddr from 'ipaddr.js';

/**
 * By what the tries of one asker are counted: an IPv4 address (also one that IPv6 carries), or the /64 of an IPv6 one,
 * whose owner has all addresses in it. What a proxy says may be no address at all: that stands for itself.
 */
export const networkOf = (ip: string): string =>
  ipaddr.isValid(ip) ? ipaddr.process(ip).toByteArray().slice(0, 8).join('.') : ip;
