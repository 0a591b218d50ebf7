/** What a squad does with its remote. Each touches that remote's own files and the registry, and nothing else of the site. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type RegistryEntry, RemoteVersion } from '@shared/contract';
import { buildRemote, MANIFEST, showStandalone } from './build-remote.ts';
import { readRegistry, withEntry, writeRegistry } from './registry.ts';

/**
 * Builds a remote and makes it live. The version that was live stays behind it.
 * @param folder where its source is, if not in `remotes/{name}`
 */
export async function publish(name: string, dist: string, folder?: string): Promise<RegistryEntry> {
  const before = await entryOf(name, dist);
  const live = await buildRemote(name, dist, folder);
  const previous = before?.live.version === live.version ? before.previous : before?.live;
  return switchTo({ name, live, previous }, dist);
}

/**
 * Makes an earlier version live: `version`, or the one that was live before. Nothing stays behind it, so that no browser
 * falls back to what was just taken away.
 */
export async function rollback(name: string, dist: string, version?: string): Promise<RegistryEntry> {
  const target = version ?? (await entryOf(name, dist))?.previous?.version;
  if (!target) throw new Error(`the registry knows no version of '${name}' before the live one`);
  return switchTo({ name, live: await readVersion(name, target, dist), previous: undefined }, dist);
}

/** Builds a version without making it live. Answers what `?preview=` takes. */
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
