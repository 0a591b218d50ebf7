/**
 * The service worker's request handler. It knows no versions, so publishing a remote never changes
 * it.
 */
import { isIntact } from './is-intact.ts';
import { CACHE, isKeepable, kindOf, PAGE } from './rules.ts';

/** How long to wait for a silent network before the cached file is served, in ms. */
const PATIENCE = 3_000;

/** Extends the event's lifetime by work that continues after the response. */
type Later = (work: Promise<unknown>) => void;

/** Returns the response to a request, or undefined to leave it to the browser. */
export function answer(request: Request, later: Later): Promise<Response> | undefined {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('range'))
    return undefined;
  const kind = kindOf(url);
  if (request.mode === 'navigate') {
    const isShell = kind === 'page' && request.destination === 'document';
    return isShell ? freshOrKept(fetch(request), PAGE) : undefined;
  }
  // A cached file can't be verified without a hash, and a tampered one would be served forever.
  if (kind === 'immutable') return request.integrity ? keptOrFresh(request, later) : undefined;
  if (kind !== 'data') return undefined;
  const fresh = fetchAndKeep(request, later);
  // Cache a late response for the next time.
  later(fresh.catch(() => undefined));
  return freshOrKept(fresh, request.url);
}

async function keptOrFresh(request: Request, later: Later): Promise<Response> {
  const kept = await match(request.url);
  return kept && (await isIntact(kept, request.integrity)) ? kept : fetchAndKeep(request, later);
}

/**
 * Returns the network's response, or the cached one if the network fails, is slow or returns a 5xx.
 */
async function freshOrKept(fresh: Promise<Response>, key: string): Promise<Response> {
  const timely = Promise.race([fresh.catch(() => undefined), pause(PATIENCE)]);
  const kept = await match(key);
  if (!kept) return fresh;
  const good = await timely;
  return good && good.status < 500 ? good : kept;
}

async function fetchAndKeep(request: Request, later: Later): Promise<Response> {
  const fresh = await fetch(request);
  if (isKeepable(fresh)) later(keep(request, fresh.clone()));
  return fresh;
}

async function keep({ url, integrity }: Request, fresh: Response): Promise<void> {
  if (integrity && !(await isIntact(fresh, integrity))) return;
  await (await caches.open(CACHE)).put(url, fresh);
}

const match = async (key: string) => (await caches.open(CACHE)).match(key, { ignoreVary: true });
const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));
