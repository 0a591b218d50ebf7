import type { Registry } from '@shared/contract';
import { refuseNewCollisions, withoutTakenPrevious } from './collisions.ts';
import { appendHistory, createToolsFolder, type Note, toolsFolder } from './history.ts';
import { withLock } from './lock.ts';
import { assertSignable, readRegistry, writeRegistry } from './registry.ts';

interface Options {
  /** Signs a registry that is signed with another key. */
  replaceSignature?: boolean;
}

/**
 * Changes the registry, one change at a time: `change` receives the current one and returns the new
 * one. Increments the serial. Writes only if `change` succeeds.
 * @returns the new registry
 * @throws if an address or a slot has two owners after the change only
 */
export function changeRegistry(
  dist: string,
  change: (registry: Registry) => Registry | Promise<Registry>,
  note: Note,
  { replaceSignature = false }: Options = {},
): Promise<Registry> {
  return withRegistryLock(dist, async (assertHeld) => {
    if (!replaceSignature) await assertSignable(dist);
    const before = await readRegistry(dist);
    const changed = { ...(await change(before)), serial: (before.serial ?? 0) + 1 };
    await refuseNewCollisions(before, changed, dist);
    const after = await withoutTakenPrevious(changed, dist);
    await assertHeld();
    // Before the registry, so that `prune` knows every version that was ever named.
    await appendHistory(dist, before, after, note);
    await assertHeld();
    if ((await readRegistry(dist)).serial !== before.serial)
      throw new Error('the registry was changed by other means: try again');
    await writeRegistry(dist, after);
    return after;
  });
}

/** Runs `task` while no other process can change the registry. */
export async function withRegistryLock<T>(dist: string, task: Parameters<typeof withLock<T>>[1]): Promise<T> {
  // Without a site, the folder must not be created.
  await readRegistry(dist);
  await createToolsFolder(dist);
  return withLock(`${toolsFolder(dist)}/lock`, task);
}
