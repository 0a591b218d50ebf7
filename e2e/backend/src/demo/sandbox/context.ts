import type { PlatformContext, PlatformOptions } from '../../platform/context.ts';

export interface DemoOptions extends PlatformOptions {
  /** Fills a fresh database with demo sites and users. */
  seed: boolean;
  /** Control server of the simulated charge points, for the sandbox. */
  chargersUrl?: string | undefined;
  /** Emulator of the payment providers, which a sandbox uses unless others are configured. */
  emulator?: EmulatorUrls | undefined;
}

export interface EmulatorUrls {
  /** Origin of the providers' APIs. */
  url: string;
  controlUrl: string;
}

export interface DemoContext extends PlatformContext {
  options: DemoOptions;
}
