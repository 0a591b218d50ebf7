/** `remotes.json` on disk; only `build`, `publish` and `rollback` write it. */
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { Registry, type RegistryEntry } from '@shared/contract';

/** @throws if there is no site in `dist` */
export async function readRegistry(dist: string): Promise<Registry> {
  const file = `${dist}/remotes.json`;
  if (!existsSync(file)) throw new Error(`there is no site in ${dist}: run \`pnpm build\` first`);
  return Registry.parse(JSON.parse(await readFile(file, 'utf8')));
}

/**
 * Replaces the file with a rename, so that no reader sees half of it.
 * @throws if two remotes claim the same path or slot
 */
export async function writeRegistry(dist: string, registry: Registry): Promise<void> {
  refuseConflicts(registry);
  const file = `${dist}/remotes.json`;
  await writeFile(`${file}.new`, `${JSON.stringify(Registry.parse(registry), null, 2)}\n`);
  await rename(`${file}.new`, file);
}

/** Returns the registry with one remote's entry replaced or added. */
export function withEntry(registry: Registry, entry: RegistryEntry): Registry {
  const others = registry.remotes.filter(({ name }) => name !== entry.name);
  return { remotes: [...others, entry].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

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
