import ipaddr from 'ipaddr.js';

/**
 * Returns the key by which a client's attempts are counted: an IPv4 address (also an IPv4-mapped
 * IPv6 one), or the /64 of an IPv6 address, since one customer holds all of it. Text from a proxy
 * that is no address is returned unchanged.
 */
export const networkOf = (ip: string): string =>
  ipaddr.isValid(ip) ? ipaddr.process(ip).toByteArray().slice(0, 8).join('.') : ip;
