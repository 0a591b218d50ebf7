/** How the service worker answers. It knows no version of anything, so publishing a remote never changes it. */
import { isIntact } from './is-intact.ts';
import { CACHE, isKeepable, kindOf, PAGE } from './rules.ts';

/** How long a silent network is waited for where something is kept, in ms. */
const PATIENCE = 3_000;

/** Told of work that outlives the answer. */
type Later = (work: Promise<unknown>) => void;

/** The answer to a request, or undefined where the browser is to go its own way. */
export function answer(request: Request, later: Later): Promise<Response> | undefined {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('range'))
    return undefined;
  const kind = kindOf(url);
  if (request.mode === 'navigate') {
    const isShell = kind === 'page' && request.destination === 'document';
    return isShell ? freshOrKept(fetch(request), PAGE) : undefined;
  }
  // Without a hash there is nothing to check a kept file against, and it would be served for ever.
  if (kind === 'immutable') return request.integrity ? keptOrFresh(request, later) : undefined;
  if (kind !== 'data') return undefined;
  const fresh = fetchAndKeep(request, later);
  // One that comes too late for now is kept for the next time.
  later(fresh.catch(() => undefined));
  return freshOrKept(fresh, request.url);
}

async function keptOrFresh(request: Request, later: Later): Promise<Response> {
  const kept = await match(request.url);
  return kept && (await isIntact(kept, request.integrity)) ? kept : fetchAndKeep(request, later);
}

/** The network's answer, or what is kept where that fails, is the server's failure, or takes too long. */
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
