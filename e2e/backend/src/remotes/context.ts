import type { WebServerSettings } from '@shell/server/options';
import type { PlatformContext, PlatformOptions } from '../platform/context.ts';

export interface RemotesOptions extends PlatformOptions, WebServerSettings {
  /** Interval at which versions of remotes are judged, in ms. */
  judgeMs: number;
  /** Whether versions that fail more often than their predecessor are withdrawn. */
  withdrawsVersions: boolean;
  /** Maximum number of failures of one version that count per address block. */
  failuresPerAddressBlock: number;
}

export interface RemotesContext extends PlatformContext {
  options: RemotesOptions;
}
