/** Removes version folders that are no longer needed. */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { readRegistry, withRegistryLock } from '@shared/registry/change-registry';
import { effectiveChanges, namedVersions, readHistory } from '@shared/registry/history';
import { UNFINISHED, unfinished } from '../build/put-in-place.ts';
import { mapsFolder } from '../build/source-maps.ts';
import { versionFolders } from '../registry/list.ts';

const DAY_MS = 86_400_000;

interface Options {
  days: number;
  /** Only returns what would be removed. */
  dryRun?: boolean;
  now?: number;
}

/**
 * Removes the folders of versions that no registry of the last `days` days named, and what crashed
 * builds left behind. Keeps those that were built within that time: they may be previews, or about
 * to be published.
 * @returns the removed folders, relative to `dist`
 */
export function prune(dist: string, { days, dryRun = false, now = Date.now() }: Options): Promise<string[]> {
  const since = now - days * DAY_MS;
  return withRegistryLock(dist, async (assertHeld) => {
    const named = await namedSince(dist, since);
    const removed: string[] = [];
    for (const path of await candidates(dist)) {
      const isRemoved = removed.some((folder) => path.startsWith(`${folder}/`));
      if (isRemoved || named.has(path) || (await stat(`${dist}/${path}`)).mtimeMs > since) continue;
      await assertHeld();
      if (!dryRun) await removeWhole(dist, path);
      removed.push(path);
    }
    return removed;
  });
}

/** Removes a version and its source maps. Renamed first: a crash leaves no partial version. */
async function removeWhole(dist: string, path: string): Promise<void> {
  const removed = path.endsWith(UNFINISHED) ? path : unfinished(path);
  if (removed !== path) await rename(`${dist}/${path}`, `${dist}/${removed}`);
  await rm(`${dist}/${removed}`, { recursive: true });
  await rm(`${mapsFolder()}/${path}`, { recursive: true, force: true });
}

/** Returns the folders of all versions, and unfinished files. */
async function candidates(dist: string): Promise<string[]> {
  const files = await readdir(`${dist}/remotes`, { recursive: true });
  const unfinished = files.filter((file) => file.endsWith(UNFINISHED)).map((file) => `remotes/${file}`);
  return [...versionFolders(dist), ...unfinished];
}

async function namedSince(dist: string, since: number): Promise<Set<string>> {
  const { serial = 0, remotes } = await readRegistry(dist);
  const lines = await readHistory(dist);
  const recent = lines.filter(({ at }) => Date.parse(at) > since);
  // The last older change was in force until the first recent one.
  const before = effectiveChanges(lines, serial).findLast(({ at }) => Date.parse(at) <= since);
  const registries = [
    namedVersions(remotes),
    ...[...(before ? [before] : []), ...recent].map(({ versions }) => versions),
  ];
  return new Set(
    registries.flatMap((versions) =>
      Object.entries(versions).flatMap(([name, { live, previous, candidate }]) =>
        [live, previous, candidate].map((version) => `remotes/${name}/${version}`),
      ),
    ),
  );
}
