/** The files of a built version in a web app's folder. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { filesOf, RemoteVersion } from '../registry.ts';
import { INTEGRITY, integrityOf, SERVER_INTEGRITY } from './integrity.ts';

/** File in each version's folder that holds its registry record. */
export const MANIFEST = 'manifest.json';

/** @throws if the web app doesn't have the version */
export async function readVersion(dist: string, name: string, version: string): Promise<RemoteVersion> {
  const file = `${dist}/remotes/${name}/${version}/${MANIFEST}`;
  if (!existsSync(file)) throw new Error(`'${name}' has no version ${version}`);
  return RemoteVersion.parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * Compares every file of a version with its hash in the registry.
 * @throws if one is missing or was changed
 */
export async function assertIntact(dist: string, version: RemoteVersion): Promise<void> {
  for (const { url, integrity } of filesOf(version)) {
    const [algorithm] = integrity.split('-', 1);
    // Files of another origin aren't in this web app.
    if (!url.startsWith('/') || (algorithm !== INTEGRITY && algorithm !== SERVER_INTEGRITY)) continue;
    const file = `${dist}${url}`;
    const found = existsSync(file) ? await integrityOf(file, algorithm) : undefined;
    if (found === integrity) continue;
    const problem = found === undefined ? 'is missing' : 'was changed after its build';
    throw new Error(`${url} ${problem}: remove the folder of this version, then build it again`);
  }
}
