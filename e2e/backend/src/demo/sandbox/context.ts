import type { PlatformContext, PlatformOptions } from '../../platform/context.ts';

export interface DemoOptions extends PlatformOptions {
  /** Fills a fresh database with demo sites and users. */
  seed: boolean;
  /** Control server of the simulated charge points, for the sandbox. */
  chargersUrl?: string | undefined;
}

export interface DemoContext extends PlatformContext {
  options: DemoOptions;
}
