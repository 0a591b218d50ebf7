import type { SitesContext, SitesOptions } from '../sites/context.ts';

export interface LiveOptions extends SitesOptions {
  /** Concurrent live sockets of one network (an IPv4 address, or the /64 of an IPv6 one). */
  liveSocketsPerNetwork: number;
}

export interface LiveContext extends SitesContext {
  options: LiveOptions;
}
