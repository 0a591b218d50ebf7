import type { PlatformContext, PlatformOptions } from '../../platform/context.ts';
import type { VapidKeys } from './vapid.ts';

export interface NoticesOptions extends PlatformOptions {
  /** Key pair for push services; by default one is created and stored in the database. */
  vapid?: VapidKeys | undefined;
  /** Hosts of push services; `*.` matches all subdomains. */
  pushServices: readonly string[];
  /** Allows push services on this machine, without TLS. For tests only. */
  pushToLoopback: boolean;
}

export interface NoticesContext extends PlatformContext {
  options: NoticesOptions;
  vapid: VapidKeys;
}
