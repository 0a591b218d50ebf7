import type { Registry } from '@shared/registry';
import { withLock } from '../files/lock.ts';
import { assertNoNewCollisions, withoutTakenPrevious } from './collisions.ts';
import { appendHistory, createToolsFolder, type Note, toolsFolder } from './history.ts';
import { assertSignable, readRegistry, writeRegistry } from './registry.ts';

interface Options {
  /** Replaces the signature of another key instead of throwing. */
  replaceSignature?: boolean;
}

/**
 * Changes the registry, one change at a time: `change` receives the current one and returns the new
 * one. Increments the serial. Writes only if `change` succeeds.
 * @returns the new registry
 * @throws if the change gives a path or a slot a second owner
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
    await assertNoNewCollisions(before, changed, dist);
    const after = await withoutTakenPrevious(changed, dist);
    await assertHeld();
    // Write it before the registry, so that `prune` knows every version that was ever named.
    await appendHistory(dist, before, after, note);
    await assertHeld();
    if ((await readRegistry(dist)).serial !== before.serial)
      throw new Error('the registry was changed without the lock: try again');
    await writeRegistry(dist, after);
    return after;
  });
}

/** Runs `task` while no other process can change the registry. */
export async function withRegistryLock<T>(dist: string, task: Parameters<typeof withLock<T>>[1]): Promise<T> {
  // Throws if there is no web app, before the folder is created.
  await readRegistry(dist);
  await createToolsFolder(dist);
  return withLock(`${toolsFolder(dist)}/lock`, task);
}
