import type { PlatformContext, PlatformOptions } from '../platform/context.ts';

export interface WebOptions extends PlatformOptions {
  /** Folder of the built web app (`dist/`); without it only the API is served. */
  siteDir?: string | undefined;
  /** Whether pages contain the first view of their screen. */
  prerenders: boolean;
  /**
   * How long after the start files that were sent are compressed again at the best quality, in ms.
   * Without it, they never are.
   */
  recompressAfterMs?: number | undefined;
  /** Time limit of the render of a first view, in ms. */
  renderMs: number;
  /** Time limit of a first view's data and render together, in ms. */
  viewMs: number;
  /** Ed25519 keys in base64: first views require a registry that is signed with one of them. */
  publicKeys: readonly string[];
}

export interface WebContext extends PlatformContext {
  options: WebOptions;
}
