/** Adds a remote that other tools built to a web app. Its files stay at their URLs. */
import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { RemoteVersion } from '@shared/registry';
import { MANIFEST } from '@shared/registry/built-version';
import { replaceJson } from '@shared/registry/replace-file';
import { putInPlace } from '../build/put-in-place.ts';
import { servedConfig } from '../publish/served-web-app.ts';
import { type ForeignRemote, foreignVersion } from './foreign-version.ts';

/**
 * Reads and checks the remote's files, and adds a version that names them, without making it live.
 * @param webApp URL of the running web app
 */
export async function addForeignVersion(
  remote: ForeignRemote,
  dist: string,
  webApp: string,
): Promise<{ record: RemoteVersion }> {
  const record = await foreignVersion(remote, webApp, await servedConfig(webApp));
  await using temporary = await mkdtempDisposable(`${tmpdir()}/remote-`);
  await mkdir(`${temporary.path}/container`);
  await replaceJson(`${temporary.path}/container/${MANIFEST}`, record);
  await putInPlace(remote.name, record.version, temporary.path, dist);
  return { record };
}
