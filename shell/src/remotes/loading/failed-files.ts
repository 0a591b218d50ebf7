/**
 * Files with a hash that failed to load. The browser's HTTP cache may have wrong bytes of one, and
 * would never ask the server for an immutable file again, not even in another tab.
 */
import { LOAD_LIMIT_MS } from '@shared/router/rendering';
import { TimeLimitExceeded, withTimeLimit } from '../../connection/time-limit.ts';

/** Also how long a screen waits for them, in ms. */
const TIMEOUT = 10_000;

/** Hashes by URL. */
const failed = new Map<string, string>();

/** Watches all scripts and stylesheets of the page. */
export function watchFailedFiles(): void {
  // Events of elements don't bubble, and `load` doesn't reach the window either.
  document.addEventListener('error', ({ target }) => remember(target), true);
  document.addEventListener('load', ({ target }) => isFile(target) && failed.delete(urlOf(target)), true);
  // Those that failed before this code ran.
  document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]').forEach((link) => {
    if (!link.sheet) remember(link);
  });
}

function remember(target: EventTarget | null): void {
  if (!isFile(target) || !target.integrity) return;
  failed.set(urlOf(target), target.integrity);
  void refetchFailedFiles();
}

const isFile = (target: EventTarget | null) =>
  target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
const urlOf = (file: HTMLScriptElement | HTMLLinkElement) => ('src' in file ? file.src : file.href);

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

/**
 * Makes imports that wait for a file fail, if it has neither loaded nor failed yet. They request it
 * again when retried: a bundler's code waits for an element that is there already.
 * @param part part of their URLs; by default the build's stylesheets, which have no time limit, unlike
 * its scripts
 */
export function failPendingFiles(part = '.css'): void {
  const files = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(
    'link[rel="stylesheet"],script',
  );
  for (const element of files) {
    const [url, isPending] = 'src' in element ? [element.src, true] : [element.href, !element.sheet];
    if (isPending && url.includes(part)) element.dispatchEvent(new Event('error'));
  }
}

/**
 * Loads code of the page's own build, past the HTTP cache if it failed before.
 * @throws TimeLimitExceeded after two minutes
 */
export async function loadInTime<T>(load: () => Promise<T>): Promise<T> {
  await refetchFailedFiles();
  try {
    return await withTimeLimit(load(), LOAD_LIMIT_MS);
  } catch (error) {
    if (error instanceof TimeLimitExceeded) failPendingFiles();
    throw error;
  }
}
