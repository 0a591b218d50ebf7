/** Contains no versions, so that publishing a remote never changes the service worker. */
import { CACHE } from './cache-names.ts';
import {
  isCacheableResponse,
  isIntact,
  isReadable,
  kindOf,
  mayReplace,
  PAGE,
  withCacheLock,
} from './rules.ts';

/** How long to wait for a silent connection before the cached file is served, in ms. */
const CONNECTION_TIMEOUT_MS = 3_000;

/** Status of a captive portal's page (RFC 6585 §6). */
const LOGIN_REQUIRED = 511;

/** Extends the event's lifetime by work that continues after the response. */
type WaitUntil = (work: Promise<unknown>) => void;

/** Returns the response to a request, or undefined to leave it to the browser. */
export function handleFetch(request: Request, waitUntil: WaitUntil): Promise<Response> | undefined {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('range'))
    return undefined;
  const kind = kindOf(url);
  if (request.mode === 'navigate') {
    const isShell = kind === 'page' && request.destination === 'document';
    return isShell ? networkFirst(fetch(request), PAGE) : undefined;
  }
  // A cached file can't be verified without a hash, and a tampered one would be served forever.
  if (kind === 'immutable') return request.integrity ? cacheFirst(request, waitUntil) : undefined;
  if (kind !== 'data') return undefined;
  const fresh = fetchAndCache(request, waitUntil);
  // Cache a late response for the next time.
  waitUntil(fresh.catch(() => undefined));
  return networkFirst(fresh, request.url);
}

async function cacheFirst(request: Request, waitUntil: WaitUntil): Promise<Response> {
  const cached = await match(request.url);
  return cached && (await isIntact(cached, request.integrity)) ? cached : fetchAndCache(request, waitUntil);
}

/**
 * Returns the cached response if the connection fails, is silent or returns a 5xx. Silence includes
 * a body that stalls, so nothing is returned before the whole body has arrived.
 */
async function networkFirst(fresh: Promise<Response>, key: string): Promise<Response> {
  const complete = fresh.then(withWholeBody).catch(() => undefined);
  const timely = Promise.race([complete, pause(CONNECTION_TIMEOUT_MS)]);
  const cached = await match(key);
  if (!cached) return fresh;
  const good = await timely;
  return good && (good.status < 500 || good.status === LOGIN_REQUIRED) ? good : cached;
}

async function withWholeBody(response: Response): Promise<Response> {
  await response.clone().arrayBuffer();
  return response;
}

async function fetchAndCache(request: Request, waitUntil: WaitUntil): Promise<Response> {
  const fresh = await fetchVerified(request);
  if (isCacheableResponse(fresh)) waitUntil(cacheResponse(request, fresh.clone()));
  return fresh;
}

/**
 * The browser's HTTP cache may have wrong bytes of an immutable file, and would never ask the
 * server for it again.
 */
const fetchVerified = (request: Request) =>
  request.integrity ? fetch(request).catch(() => fetch(request, { cache: 'reload' })) : fetch(request);

async function cacheResponse({ url, integrity }: Request, fresh: Response): Promise<void> {
  if (!(await (integrity ? isIntact(fresh, integrity) : isReadable(url, fresh)))) return;
  if (!mayReplace(fresh, await match(url))) return;
  await (await openCache())?.put(url, fresh);
}

/**
 * The page creates the cache, and deletes it if offline use is turned off. This worker still serves
 * the open pages then, and must not create it again, which opening it would do.
 */
const openCache = () =>
  withCacheLock(async () => ((await caches.has(CACHE)) ? caches.open(CACHE) : undefined));
const match = (key: string) => caches.match(key, { cacheName: CACHE, ignoreVary: true });
const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));
