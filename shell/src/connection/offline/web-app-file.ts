/** Reads `config.json` and `remotes.json`. */
import { parseJson } from '@shared/contract';
import { report } from '../../errors/report.ts';
import { CACHE } from './cache-names.ts';
import { isWebAppFile } from './is-web-app-file.ts';

const TIMEOUT = 30_000;

const nameOf = (url: string) => url.replace(/^\//, '');

/** Error of a file that is missing: a 4xx, or a web page or an error in JSON in its place. */
export class MissingFile extends Error {}

interface Options {
  /** Bypasses the browser's cache. */
  fresh?: boolean;
  /** Receives why the cached copy is used. */
  onFallback?: (error: unknown, file: string) => void;
}

/**
 * Fetches a file and returns what `read` makes of it. If that fails, uses and reports the copy in
 * the offline cache, which the next good response replaces: a proxy, a captive portal or a broken
 * server may return something else.
 * @param read throws if it can't read the file
 * @throws if the file can't be fetched or read, and no readable copy is cached
 */
export async function readWebAppFile<T>(
  url: string,
  read: (file: unknown) => T,
  { fresh = false, onFallback = report }: Options = {},
): Promise<T> {
  try {
    const file = parseJson(await fetchText(url, fresh));
    if (typeof file === 'object' && !isWebAppFile(url, file))
      throw new MissingFile(`${nameOf(url)}: other JSON`);
    return read(file);
  } catch (error) {
    const cached = await cachedText(url);
    if (cached === undefined) throw error;
    const value = read(parseJson(cached));
    onFallback(error, nameOf(url));
    return value;
  }
}

/** Returns undefined if the file isn't cached, or the browser has no cache for this page. */
async function cachedText(url: string): Promise<string | undefined> {
  try {
    const { href } = new URL(url, document.baseURI);
    return await (await caches.match(href, { cacheName: CACHE, ignoreVary: true }))?.text();
  } catch {
    return undefined;
  }
}

/** @throws MissingFile, or another error if there is no readable response */
export async function fetchText(url: string, fresh: boolean): Promise<string> {
  const response = await fetchCurrent(url, fresh);
  const { ok, status } = response;
  const isWebPage = response.headers.get('content-type')?.includes('text/html');
  if (ok && !isWebPage) return response.text();
  const Failure = isWebPage || status < 500 ? MissingFile : Error;
  throw new Failure(`${nameOf(url)}: ${isWebPage ? 'a web page' : `status ${status}`}`);
}

/** Returns a response that the server sent now, or has confirmed now. */
async function fetchCurrent(url: string, fresh: boolean): Promise<Response> {
  if (fresh) return get(url, { cache: 'reload' });
  // The same request as the page's preload link, or the browser would fetch the file twice.
  const response = await get(url, {});
  // Unless the server forbids it, browsers reuse a file without asking, some for days.
  const isConfirmed = /no-cache|no-store|max-age=0/.test(response.headers.get('cache-control') ?? '');
  return isConfirmed ? response : get(url, { cache: 'no-cache' });
}

const get = (url: string, how: RequestInit) => fetch(url, { ...how, signal: AbortSignal.timeout(TIMEOUT) });
