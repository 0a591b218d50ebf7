/** Checks of a built version, before the registry names it. */
import type { RemoteVersion } from '@shared/registry';
import { assertIntact } from '@shared/registry/built-version';
import { landingFiles } from '@shared/registry/preload';
import { gzipSize } from './javascript-sizes.ts';

/** @throws if a file is missing or was changed, or the version exceeds its budget */
export async function checkVersion(dist: string, name: string, version: RemoteVersion): Promise<void> {
  await assertIntact(dist, version);
  await assertWithinBudget(name, version, `${dist}/remotes/${name}/${version.version}`);
}

/**
 * Compares a remote's heaviest screen with its budget: the gzip size of the remote's own files that
 * must load before the screen shows. Slots and files that load later don't count.
 * @param folder of the built version
 * @throws if the screen needs more
 */
export async function assertWithinBudget(
  name: string,
  version: RemoteVersion,
  folder: string,
): Promise<void> {
  const { budgetKb = Number.POSITIVE_INFINITY, preload, entry } = version;
  const base = entry.url.slice(0, entry.url.lastIndexOf('/'));
  for (const path of Object.keys(preload).filter((key) => key !== '*')) {
    const files = landingFiles(version, path).map(({ url }) => url.replace(base, folder));
    const kb = (await gzipSize(files)) / 1024;
    if (kb > budgetKb)
      throw new Error(
        `/${path} of ${name} needs ${kb.toFixed(1)} KB and its budget is ${budgetKb} KB: load less, or raise budgetKb in remote.ts`,
      );
  }
}
