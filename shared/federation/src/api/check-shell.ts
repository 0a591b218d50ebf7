/** Checks that a new shell doesn't break the remotes of a web app, which it doesn't rebuild. */
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import type { RegistryEntry } from '@shared/registry';
import { readRegistry } from '../registry/registry.ts';
import { remoteNames } from '../workspace.ts';
import { currentShell, readNeeds, remotesBrokenBy } from './needs.ts';

/**
 * Returns the number of remotes that were checked.
 * @throws if a version that the registry names can't run in the shell of this source
 */
export async function checkShell(dist: string): Promise<number> {
  const { remotes } = await readRegistry(dist);
  await assertNoneBroken(remotes, dist);
  return remotes.length;
}

/**
 * Returns the entries of the remotes that other repositories published to a web app. One that moved
 * into this workspace is no longer one of them.
 * @throws if one of them can't run in the shell of this source
 */
export async function checkOutsideRemotes(dist: string): Promise<RegistryEntry[]> {
  if (!existsSync(`${dist}/remotes.json`)) return [];
  const { remotes } = await readRegistry(dist);
  const own = remoteNames();
  const outside: RegistryEntry[] = [];
  for (const entry of remotes.filter(({ name }) => !own.includes(name)))
    if ((await readNeeds(dist, entry.name, entry.live.version))?.outside) outside.push(entry);
  await assertNoneBroken(outside, dist);
  return outside;
}

/** Copies these remotes to the web app that replaces theirs, and returns their entries. */
export async function keepOutsideRemotes(from: string, to: string): Promise<RegistryEntry[]> {
  const outside = await checkOutsideRemotes(from);
  for (const { name } of outside)
    await cp(`${from}/remotes/${name}`, `${to}/remotes/${name}`, { recursive: true });
  return outside;
}

async function assertNoneBroken(entries: RegistryEntry[], dist: string): Promise<void> {
  const broken = entries.length > 0 ? await remotesBrokenBy(entries, dist, await currentShell()) : [];
  if (broken.length > 0) throw new Error(`this shell can't be released to ${dist}:\n${broken.join('\n')}`);
}
