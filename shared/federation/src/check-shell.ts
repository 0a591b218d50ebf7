/** A release of the shell must not break the remotes of a site that it doesn't rebuild. */
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import type { RegistryEntry } from '@shared/contract';
import { currentShell, lostBy, readNeeds } from './needs.ts';
import { remoteNames } from './ports.ts';
import { readRegistry } from './registry.ts';

/** @throws if a live or previous remote of the site would lose an export that it uses, or the whole shell */
export async function checkShell(dist: string): Promise<number> {
  const { remotes } = await readRegistry(dist);
  await refuse(remotes, dist);
  return remotes.length;
}

/**
 * Returns the entries of the remotes that other repositories published to a site. One that moved
 * into this workspace is no longer one of them.
 * @throws if one of them would lose an export that it uses
 */
export async function checkOutsideRemotes(dist: string): Promise<RegistryEntry[]> {
  if (!existsSync(`${dist}/remotes.json`)) return [];
  const { remotes } = await readRegistry(dist);
  const own = remoteNames();
  const outside: RegistryEntry[] = [];
  for (const entry of remotes.filter(({ name }) => !own.includes(name)))
    if ((await readNeeds(dist, entry.name, entry.live.version))?.outside) outside.push(entry);
  await refuse(outside, dist);
  return outside;
}

/** Copies those remotes from one site to its successor, and returns their entries. */
export async function keepOutsideRemotes(from: string, to: string): Promise<RegistryEntry[]> {
  const outside = await checkOutsideRemotes(from);
  for (const { name } of outside)
    await cp(`${from}/remotes/${name}`, `${to}/remotes/${name}`, { recursive: true });
  return outside;
}

async function refuse(entries: RegistryEntry[], dist: string): Promise<void> {
  const lost = entries.length > 0 ? await lostBy(entries, dist, await currentShell()) : [];
  if (lost.length > 0) throw new Error(`this shell can't be released to ${dist}:\n${lost.join('\n')}`);
}
