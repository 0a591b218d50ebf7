import type { RemoteSource } from '../remotes/loading/remote-source.ts';

declare global {
  interface Navigator {
    /** Chromium only (https://wicg.github.io/netinfo). */
    readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean };
  }
}

const FIRST_LINK = 'main a[href^="/"]';

/**
 * Fetches the code of the screen that the first link of the page opens, into the browser's cache,
 * when the browser is idle. Does nothing on a slow connection or with data saver.
 */
export async function preloadNextScreen({ filesAt }: Pick<RemoteSource, 'filesAt'>): Promise<void> {
  const { effectiveType = '4g', saveData = false } = navigator.connection ?? {};
  if (saveData || effectiveType !== '4g') return;
  await idle();
  const link = document.querySelector<HTMLAnchorElement>(FIRST_LINK);
  const [, , ...path] = link?.pathname.split('/') ?? [];
  const files = link ? (filesAt?.(path.join('/')) ?? []) : [];
  await Promise.all(
    files.map(async ({ url, integrity }) => {
      const response = await fetch(url, { integrity, priority: 'low' });
      await response.arrayBuffer();
    }),
  ).catch(() => {
    // The screen requests them again, and reports any failure.
  });
}

/** Safari has no `requestIdleCallback`. */
const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else resolve();
  });
