/** Types only: they are published for other hosts (`mfTypes`). */
import type { AppConfig } from '@shared/contract';

export interface MountOptions {
  /** Of the brand; by default the product's own. */
  brand?: string;
  /** Path below that of the exposed screen, with its parameters: `7` or `?filter=ccs`. */
  path?: string;
  /** Settings as in `config.json`. By default the backend is `/v1` of the remote's origin. */
  config?: Partial<AppConfig>;
  /** Smallest height of the screen, in CSS; by default the window's. */
  height?: string;
  /** Called with the path, which begins with the brand, after each navigation. */
  onNavigate?: (path: string) => void;
  /** Called if the screen's code can't be loaded or throws. The screen shows that it failed. */
  onError?: (error: unknown) => void;
}

/** Mounts the screen in an element of the page, and returns the function that removes it. */
export type Mount = (element: Element, options?: MountOptions) => () => void;
