import type { SitesContext, SitesOptions } from '../sites/context.ts';

export interface LiveOptions extends SitesOptions {
  /** Concurrent live sockets of one address block (an IPv4 address, or the /64 of an IPv6 one). */
  liveSocketsPerAddressBlock: number;
}

export interface LiveContext extends SitesContext {
  options: LiveOptions;
}
