import { BUILD_FOLDER } from '@shared/contract/url-layout';
import { loadedHash } from './loaded-hashes.ts';
import { isCacheableResponse, isIntact, isReadable, kindOf } from './rules.ts';

/** The used part of `Cache`. */
export type FileCache = Pick<Cache, 'match' | 'put'>;

export function loadedFiles(): string[] {
  const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const sameOrigin = urls.filter((url) => url.origin === location.origin && url.search === '');
  const files = sameOrigin.filter((url) => ['immutable', 'data'].includes(kindOf(url) ?? ''));
  return [...new Set(files.map(({ pathname }) => pathname))];
}

/**
 * Caches a file; an immutable one only if its hash is known, because it is never fetched again. If
 * the connection ends within the body, the next visit caches the file.
 * @throws if the file can't be fetched or doesn't match its hash
 */
export async function cacheFile(cache: FileCache, path: string): Promise<void> {
  const isImmutable = kindOf(new URL(path, location.href)) === 'immutable';
  const integrity = isImmutable ? loadedHash(path) : '';
  if (integrity === undefined || (await isCached(cache, path, integrity))) return;
  const response = await fetch(path, { cache: 'force-cache', integrity });
  if (!isCacheableResponse(response) || !(await isReadable(path, response))) return;
  await cache.put(path, response).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NetworkError')) throw error;
  });
}

/** @param integrity empty for a file without a hash */
async function isCached(cache: FileCache, path: string, integrity: string): Promise<boolean> {
  const cached = await cache.match(path, { ignoreVary: true });
  return cached !== undefined && (!integrity || isIntact(cached, integrity));
}

const BUILT_FILE = new RegExp(`"(${BUILD_FOLDER}[^"]+)"`, 'g');
const UNCHECKED_SCRIPT = /<script\b(?![^>]*\sintegrity="sha)/i;

/** Returns whether all scripts of the page have a hash, and all its files are cached with it. */
export async function isComplete(cache: FileCache, html: string): Promise<boolean> {
  if (UNCHECKED_SCRIPT.test(html)) return false;
  const builtFiles = Array.from(html.matchAll(BUILT_FILE), ([, path = '']) => path);
  const cached = builtFiles.map(async (path) => {
    const integrity = loadedHash(path);
    return integrity !== undefined && html.includes(`"${integrity}"`) && isCached(cache, path, integrity);
  });
  return (await Promise.all(cached)).every(Boolean);
}
