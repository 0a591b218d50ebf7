/** Keeps what the page has loaded, so that the shell opens again without network. Run once its first screen is there. */
import { isComplete, keepFile, loadedFiles } from './keep-files.ts';
import { KEPT_MARK } from './kept-mark.ts';
import { CACHE, PAGE } from './rules.ts';
import { tidy } from './tidy.ts';

/**
 * Registers the service worker and gives it the page that is on screen with all its files: one that has proven to open.
 * They come out of the browser's own cache, so nothing is downloaded twice.
 * @param wanted false takes service worker and kept files off this device
 * @param online false skips the update of the kept files
 */
export async function keepOffline(wanted: boolean, online: boolean): Promise<void> {
  // Absent without HTTPS and in some private windows: then the page needs its network.
  if (!('serviceWorker' in navigator)) return;
  if (!wanted) return leave();
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  if (online) await keepPage();
}

async function leave(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await caches.delete(CACHE);
}

async function keepPage(): Promise<void> {
  const page = await ownPage();
  if (!page) return;
  const cache = await caches.open(CACHE);
  const html = await page.clone().text();
  const before = await (await cache.match(PAGE))?.text();
  const files = loadedFiles();
  const outcomes = await Promise.allSettled(files.map((file) => keepFile(cache, file)));
  // The page changes only now: what is kept is always a page with all its files.
  if (await isComplete(cache, html)) {
    await cache.put(PAGE, page);
    const isNew = before !== undefined && before !== html;
    await tidy(cache, isNew ? new Set(files) : undefined);
  }
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Returns this page's own HTML, marked as kept, or undefined if its address serves another one by now. */
async function ownPage(): Promise<Response | undefined> {
  const script = document.querySelector('script[src^="/static/"]')?.getAttribute('src');
  const [navigation] = performance.getEntriesByType('navigation');
  if (!script || !navigation) return undefined;
  const answer = await fetch(navigation.name, { cache: 'force-cache' });
  const html = await answer.text();
  if (!answer.ok || !html.includes(script)) return undefined;
  const headers = new Headers(answer.headers);
  // Hints at files of a version that may be gone, and how the body came over the wire.
  for (const name of ['link', 'content-encoding', 'content-length']) headers.delete(name);
  return new Response(html.replace('<html', `<html ${KEPT_MARK}`), { headers });
}
