/**
 * Files with a hash that failed to load. The browser's HTTP cache may have wrong bytes of one, and
 * would never ask the server for an immutable file again, not even in another tab.
 */
/** Also how long a screen waits for them, in ms. */
const TIMEOUT = 10_000;

/** Hashes by URL. */
const failed = new Map<string, string>();

/** Watches all scripts and stylesheets of the page. */
export function watchFailedFiles(): void {
  // Errors of elements don't bubble.
  addEventListener('error', ({ target }) => remember(target), true);
  // Those that failed before this code ran.
  document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]').forEach((link) => {
    if (!link.sheet) remember(link);
  });
}

function remember(target: EventTarget | null): void {
  const isScript = target instanceof HTMLScriptElement;
  if (!isScript && !(target instanceof HTMLLinkElement)) return;
  if (!target.integrity) return;
  failed.set(isScript ? target.src : target.href, target.integrity);
  void refetchFailedFiles();
}

/**
 * Replaces the failed files in the HTTP cache by the server's, if those have the right bytes now.
 * Returns whether one of them has been replaced.
 */
export async function refetchFailedFiles(): Promise<boolean> {
  const files = [...failed];
  const refetched = files.map(async ([url, integrity]) => {
    const signal = AbortSignal.timeout(TIMEOUT);
    await (await fetch(url, { integrity, signal, cache: 'reload' })).arrayBuffer();
    failed.delete(url);
  });
  await Promise.allSettled(refetched);
  return files.some(([url]) => !failed.has(url));
}
