import { BUILD_FOLDER } from '@shared/contract/url-layout';
import { DATA_ID } from '@shared/contract/view-names';
import { cacheFile, isComplete, loadedFiles } from './cache-files.ts';
import { CACHE, CACHED_PAGE_ATTRIBUTE } from './cache-names.ts';
import { removeStaleFiles } from './remove-stale-files.ts';
import { PAGE, withCacheLock } from './rules.ts';

/**
 * Registers the service worker. Caches the page and those loaded files that can be verified, from
 * the browser's HTTP cache where possible.
 * @param enabled false removes the service worker and the cached files from this device
 * @param online false skips the update of the cached files
 * @param readAccepted returns the registry that the page accepted last, if it is signed
 */
export async function updateOfflineCache(
  enabled: boolean,
  online: boolean,
  readAccepted: () => unknown,
): Promise<void> {
  // Missing without HTTPS and in some private windows.
  if (!('serviceWorker' in navigator)) return;
  if (!enabled) return removeOfflineCache();
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  if (online) await cachePage(readAccepted);
}

async function removeOfflineCache(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await withCacheLock(() => caches.delete(CACHE));
}

async function cachePage(readAccepted: () => unknown): Promise<void> {
  const page = await fetchOwnPage();
  if (!page) return;
  const cache = await caches.open(CACHE);
  const html = await page.clone().text();
  const cachedHtml = await (await cache.match(PAGE))?.text();
  const files = loadedFiles();
  const outcomes = await Promise.allSettled(files.map((file) => cacheFile(cache, file)));
  // Replace the page last, so that the cached page always has all its files.
  if (await isComplete(cache, html)) {
    await cache.put(PAGE, page);
    const isNew = cachedHtml !== undefined && cachedHtml !== html;
    await removeStaleFiles(cache, isNew ? new Set(files) : undefined, readAccepted);
  }
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Returns this page, marked as cached; undefined if its URL now serves another one. */
async function fetchOwnPage(): Promise<Response | undefined> {
  const script = document.querySelector(`script[src^="${BUILD_FOLDER}"]`)?.getAttribute('src');
  const [navigation] = performance.getEntriesByType('navigation');
  if (!script || !navigation) return undefined;
  // A prerendered page contains this URL's data; `/index.html` is the same page without it.
  const isPrerendered = document.getElementById(DATA_ID) !== null;
  const response = isPrerendered
    ? await fetch('/index.html')
    : await fetch(navigation.name, { cache: 'force-cache' });
  const html = await response.text();
  if (!response.ok || !html.includes(script)) return undefined;
  const headers = new Headers(response.headers);
  // `link` may name files that are gone; the others describe the transfer, not this body.
  for (const name of ['link', 'content-encoding', 'content-length']) headers.delete(name);
  return new Response(toCachedPage(html), { headers });
}

/** Tags that the server adds to a charging web app's page, for link previews and search engines. */
const SHARE_TAGS = /<(?:meta (?:property="og:|name="description")|link rel="canonical")[^>]*>/g;

/** Marks the page as cached. Removes what differs by URL, since one page is cached for all. */
export const toCachedPage = (html: string): string =>
  html.replace(SHARE_TAGS, '').replace('<html', `<html ${CACHED_PAGE_ATTRIBUTE}`);
