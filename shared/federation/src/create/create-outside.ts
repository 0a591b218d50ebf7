import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { staleModules } from '../api/contract-version.ts';
import { ROOT } from '../workspace.ts';
import { createRemote } from './create-remote.ts';
import { createLockFile } from './lock-file.ts';
import { pnpm } from './pnpm.ts';

const TEMPLATE = fileURLToPath(new URL('../../template-outside', import.meta.url));
const SUFFIX = '.template';

/**
 * Writes a new remote as a repository of its own, which has the shared packages as tarballs.
 * @param folder of the repository
 */
export async function createOutside(name: string, segment: string, folder: string): Promise<void> {
  const target = resolve(folder);
  await createRemote(name, segment, target);
  await rm(`${target}/src/standalone.tsx`);
  const tarballs = await packSharedPackages(target);
  await cp(TEMPLATE, target, { recursive: true });
  const packages = Object.entries(tarballs).map(([shared, path]) => `  '${shared}': file:${path}\n`);
  for (const file of (await readdir(TEMPLATE)).filter((entry) => entry.endsWith(SUFFIX))) {
    const text = (await readFile(`${target}/${file}`, 'utf8'))
      .replaceAll('{{name}}', name)
      .replaceAll('{{segment}}', segment)
      .replaceAll('{{overrides}}', packages.join(''));
    await writeFile(`${target}/${file}`, text);
    await rename(`${target}/${file}`, `${target}/${file.slice(0, -SUFFIX.length)}`);
  }
  await pinVersions(`${target}/package.json`, tarballs);
  const product = await readFile(`${ROOT}pnpm-lock.yaml`, 'utf8');
  const manifest = JSON.parse(await readFile(`${target}/package.json`, 'utf8'));
  await writeFile(`${target}/pnpm-lock.yaml`, await createLockFile(product, manifest, tarballs, target));
}

/** Replaces the `catalog:` and `workspace:` protocols with versions and tarballs. */
async function pinVersions(file: string, tarballs: Record<string, string>): Promise<void> {
  const { catalog }: { catalog: Record<string, string> } = parse(
    await readFile(`${ROOT}pnpm-workspace.yaml`, 'utf8'),
  );
  const text = await readFile(file, 'utf8');
  const pinned = text.replaceAll(/"([^"]+)": "(?:catalog:|workspace:\*)"/g, (_, name: string) => {
    const version = tarballs[name] ? `file:${tarballs[name]}` : catalog[name];
    if (!version) throw new Error(`the catalog has no ${name}`);
    return `"${name}": "${version}"`;
  });
  await writeFile(file, pinned);
}

/** Folder of the tarballs in the other repository. */
const FOLDER = 'packages';

/**
 * Packs the shared packages and their API reports into `folder/packages`.
 * @returns the path of each tarball in `folder`, by the name of its package
 */
async function packSharedPackages(folder: string): Promise<Record<string, string>> {
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
