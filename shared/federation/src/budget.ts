import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { RemoteVersion } from '@shared/contract';
import { landingFiles } from '@shared/contract/preload';

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
    const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file)).length));
    const kb = sizes.reduce((sum, size) => sum + size, 0) / 1024;
    if (kb > budgetKb)
      throw new Error(
        `/${path} of ${name} needs ${kb.toFixed(1)} KB and its budget is ${budgetKb} KB: load less, or raise budgetKb in remote.ts`,
      );
  }
}
