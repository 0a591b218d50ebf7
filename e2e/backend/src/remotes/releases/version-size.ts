import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RemoteVersion } from '@shared/registry';
import { landingFiles } from '@shared/registry/preload';

/**
 * Returns a function that returns the gzip size of what a version's heaviest screen loads, in
 * bytes, as `budgetKb` limits it. Undefined if a file isn't in this web app. Computed once per
 * version, because its files never change.
 */
export function createSizes(dist: string): (version: RemoteVersion) => Promise<number | undefined> {
  const known = new Map<string, Promise<number | undefined>>();
  return (version) => {
    const key = version.entry.url;
    const size = known.get(key) ?? heaviestScreen(dist, version).catch(() => undefined);
    known.set(key, size);
    return size;
  };
}

async function heaviestScreen(dist: string, version: RemoteVersion): Promise<number> {
  const paths = Object.keys(version.preload).filter((path) => path !== '*');
  const screens = (paths.length > 0 ? paths : ['']).map(async (path) => {
    const sizes = await Promise.all(landingFiles(version, path).map(({ url }) => gzipSize(`${dist}${url}`)));
    return sizes.reduce((sum, size) => sum + size, 0);
  });
  return Math.max(...(await Promise.all(screens)));
}

const compress = promisify(gzip);
const gzipSize = async (file: string) => (await compress(await readFile(file))).length;
