import { CONTRACT_VERSION } from '@shared/contract';
import { RemoteVersion } from '@shared/registry';
import { rangeOf } from '@shared/registry/contract-range';
import { integrityOfBytes } from '@shared/registry/integrity';
import { DEVELOPMENT_HASH } from '@shared/registry/names';
import { readRemote, selfDescription } from '../build/build-remote.ts';
import { developmentEntry } from '../bundler/development-entry.ts';
import { ROOT, remotePort } from '../workspace.ts';

export const devServerUrl = (name: string) => `http://localhost:${remotePort(name)}`;

/** Returns the registry's record of a remote under development, read from its current source. */
export async function developmentRecord(
  name: string,
  folder = `${ROOT}remotes/${name}`,
): Promise<RemoteVersion> {
  const remote = await readRemote(folder, name);
  const entry = developmentEntry(name, devServerUrl(name));
  return RemoteVersion.parse({
    version: DEVELOPMENT_HASH,
    entry: { url: `${devServerUrl(name)}/entry.js`, integrity: integrityOfBytes(Buffer.from(entry)) },
    contract: rangeOf(CONTRACT_VERSION),
    ...selfDescription(remote),
    preload: {},
  });
}

/** Returns what a remote's development server serves as the version's `manifest.json`. */
export async function developmentManifest(name: string, folder: string): Promise<object> {
  const { settings } = await readRemote(folder, name);
  return { ...(await developmentRecord(name, folder)), settings };
}
