import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { staleModules } from '../api/contract-version.ts';
import { ROOT } from '../root.ts';
import { pnpm } from './pnpm.ts';

/** Folder of the tarballs in the other repository. */
const FOLDER = 'packages';

/**
 * Packs the shared packages and their API reports into `folder/packages`.
 * @returns the path of each tarball in `folder`, by the name of its package
 */
export async function packSharedPackages(folder: string): Promise<Record<string, string>> {
  const stale = await staleModules();
  if (stale.length > 0)
    throw new Error(`the API reports of ${stale.join(', ')} are stale: run \`pnpm remote api\` first`);
  pnpm(['--filter', './shared/*', 'pack', '--pack-destination', `${folder}/${FOLDER}`], ROOT);
  const lock: { importers: Record<string, object> } = parse(await readFile(`${ROOT}pnpm-lock.yaml`, 'utf8'));
  const names = Object.keys(lock.importers).filter((importer) => importer.startsWith('shared/'));
  return Object.fromEntries(
    names.map((name) => [`@${name}`, `${FOLDER}/${name.replace('/', '-')}-0.1.0.tgz`]),
  );
}
