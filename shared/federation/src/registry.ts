/** `remotes.json` on disk, written by `build`, `publish` and `rollback` alone. */
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { Registry, type RegistryEntry, type RemoteVersion } from '@shared/contract';

export async function readRegistry(dist: string): Promise<Registry> {
  const file = `${dist}/remotes.json`;
  if (!existsSync(file)) return { remotes: [] };
  return Registry.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Switches the whole file at once: no reader ever sees half of it. */
export async function writeRegistry(dist: string, registry: Registry): Promise<void> {
  refuseConflicts(registry);
  const file = `${dist}/remotes.json`;
  await writeFile(`${file}.new`, `${JSON.stringify(Registry.parse(registry), null, 2)}\n`);
  await rename(`${file}.new`, file);
}

/** The registry with a version live, and the one that was live before behind it. */
export function withLive(registry: Registry, name: string, live: RemoteVersion): Registry {
  const before = registry.remotes.find((remote) => remote.name === name);
  const previous = before?.live.version === live.version ? before.previous : before?.live;
  const entry: RegistryEntry = { name, live, ...(previous ? { previous } : {}) };
  const others = registry.remotes.filter((remote) => remote.name !== name);
  return { remotes: [...others, entry].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** A path or a slot has one owner. */
function refuseConflicts({ remotes }: Registry): void {
  const owners = new Map<string, string>();
  for (const { name, live } of remotes) {
    for (const place of [...live.segments.map((segment) => `/${segment}`), ...live.slots]) {
      const owner = owners.get(place);
      if (owner) throw new Error(`'${place}' belongs to ${owner}, so ${name} can't have it`);
      owners.set(place, name);
    }
  }
}
