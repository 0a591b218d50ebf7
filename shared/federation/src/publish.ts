/** Each of these changes only one remote's files and the registry. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type RegistryEntry, RemoteVersion } from '@shared/contract';
import { buildRemote, MANIFEST, showStandalone } from './build-remote.ts';
import { readRegistry, withEntry, writeRegistry } from './registry.ts';

/**
 * Builds a remote and makes it live. The version that was live becomes the previous one.
 * @param folder of its source, if not `remotes/{name}`
 */
export async function publish(name: string, dist: string, folder?: string): Promise<RegistryEntry> {
  const before = await entryOf(name, dist);
  const live = await buildRemote(name, dist, folder);
  const previous = before?.live.version === live.version ? before.previous : before?.live;
  return switchTo({ name, live, previous }, dist);
}

/**
 * Makes `version` live, or the previous one. Clears the previous version, so that no browser falls
 * back to the one that was rolled back.
 */
export async function rollback(name: string, dist: string, version?: string): Promise<RegistryEntry> {
  const target = version ?? (await entryOf(name, dist))?.previous?.version;
  if (!target) throw new Error(`the registry knows no version of '${name}' before the live one`);
  return switchTo({ name, live: await readVersion(name, target, dist), previous: undefined }, dist);
}

/** Builds a version without making it live. Returns the value of `?preview=` for it. */
export async function preview(name: string, dist: string, folder?: string): Promise<string> {
  const { version } = await buildRemote(name, dist, folder);
  return `${name}@${version}`;
}

async function switchTo(entry: RegistryEntry, dist: string): Promise<RegistryEntry> {
  await writeRegistry(dist, withEntry(await readRegistry(dist), entry));
  await showStandalone(entry.name, entry.live.version, dist);
  return entry;
}

async function entryOf(name: string, dist: string): Promise<RegistryEntry | undefined> {
  const { remotes } = await readRegistry(dist);
  return remotes.find((remote) => remote.name === name);
}

async function readVersion(name: string, version: string, dist: string): Promise<RemoteVersion> {
  const file = `${dist}/remotes/${name}/${version}/${MANIFEST}`;
  if (!existsSync(file)) throw new Error(`'${name}' has no version ${version}`);
  return RemoteVersion.parse(JSON.parse(await readFile(file, 'utf8')));
}
