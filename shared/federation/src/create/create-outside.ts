import { copyFile, cp, mkdir, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { parse, parseDocument } from 'yaml';
import { staleModules } from '../api/contract-version.ts';
import { ROOT } from '../workspace.ts';
import { createRemote, fillTemplate } from './create-remote.ts';
import { pnpm } from './pnpm.ts';

/** Folder of the tarballs in the other repository. */
const PACKAGES = 'packages';

/** Name of a shared package's tarball. */
const TARBALL = /^shared-(.+)-[\d.]+\.tgz$/;

/**
 * Writes a new remote as a repository of its own, which has the shared packages as tarballs.
 * @param folder of the repository
 */
export async function createOutside(name: string, segment: string, folder: string): Promise<void> {
  const target = resolve(folder);
  await createRemote(name, segment, target);
  await rm(`${target}/src/standalone.tsx`);
  const tarballs = await packSharedPackages(target);
  const overrides = Object.entries(tarballs).map(([shared, path]) => `  '${shared}': ${path}\n`);
  await fillTemplate('template-outside', target, { name, segment, overrides: overrides.join('') });
  // pnpm keeps the product's versions, and removes the packages that this repository doesn't need.
  await cp(`${ROOT}pnpm-lock.yaml`, `${target}/pnpm-lock.yaml`);
  await pinVersions(target, tarballs);
}

/**
 * Replaces the shared packages of such a repository by this workspace's, and its versions of the
 * product's dependencies by the product's.
 * @param folder of the repository
 * @throws if its shared packages aren't such tarballs; then no file has changed
 */
export async function updateOutside(folder: string): Promise<void> {
  const target = resolve(folder);
  const file = `${target}/pnpm-workspace.yaml`;
  const workspace = parseDocument(await readFile(file, 'utf8'));
  const overrides = Object.entries<unknown>(workspace.toJS()?.overrides ?? {});
  if (!overrides.some(([name, path]) => name.startsWith('@shared/') && isTarball(path)))
    throw new Error(
      `${target} is no repository of a remote: its pnpm-workspace.yaml takes no @shared package from ${PACKAGES}/`,
    );
  const tarballs = await packSharedPackages(target);
  for (const [shared, path] of Object.entries(tarballs)) workspace.setIn(['overrides', shared], path);
  await writeFile(file, String(workspace));
  await pinVersions(target, tarballs);
}

const isTarball = (path: unknown) => String(path).startsWith(`file:${PACKAGES}/`);

/** Sets the tarballs, and the product's versions of its dependencies, also in the lock file. */
async function pinVersions(folder: string, tarballs: Record<string, string>): Promise<void> {
  const { catalog }: { catalog: Record<string, string> } = parse(
    await readFile(`${ROOT}pnpm-workspace.yaml`, 'utf8'),
  );
  const file = `${folder}/package.json`;
  const text = await readFile(file, 'utf8');
  const pinned = text.replaceAll(/^ {4}"([^"]+)": "([^"]+)"/gm, (line, name: string, current: string) => {
    const version = tarballs[name] ?? catalog[name];
    if (!version && current === 'catalog:') throw new Error(`the catalog has no ${name}`);
    return version ? `    "${name}": "${version}"` : line;
  });
  await writeFile(file, pinned);
  pnpm(['install', '--lockfile-only', '--prefer-offline', '--config.trust-lockfile=true'], folder);
}

/**
 * Packs the shared packages and their API reports, then replaces those in `folder/packages`. Other
 * files there stay.
 * @returns the specifier of each tarball, by the name of its package
 */
async function packSharedPackages(folder: string): Promise<Record<string, string>> {
  const stale = await staleModules();
  if (stale.length > 0)
    throw new Error(`the API reports of ${stale.join(', ')} are stale: run \`pnpm remote api\` first`);
  await using temporary = await mkdtempDisposable(`${tmpdir()}/packages-`);
  pnpm(['--filter', './shared/*', 'pack', '--pack-destination', temporary.path], ROOT);
  const files = (await readdir(temporary.path)).sort();
  const packages = `${folder}/${PACKAGES}`;
  await mkdir(packages, { recursive: true });
  const before = (await readdir(packages)).filter((file) => TARBALL.test(file));
  for (const file of files) await copyFile(`${temporary.path}/${file}`, `${packages}/${file}`);
  for (const file of before) if (!files.includes(file)) await rm(`${packages}/${file}`);
  return Object.fromEntries(
    files.map((file) => [file.replace(TARBALL, '@shared/$1'), `file:${PACKAGES}/${file}`]),
  );
}
