/**
 * The lock file of a remote in another repository: the product's own versions of every dependency,
 * and the packed shared packages.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';

type Dependencies = Record<string, { specifier: string; version: string }>;
interface Importer {
  dependencies?: Dependencies;
  devDependencies?: Dependencies;
  optionalDependencies?: Dependencies;
}
interface Snapshot {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface Lock {
  lockfileVersion: string;
  settings: object;
  catalogs?: object;
  overrides?: object;
  importers: Record<string, Importer>;
  packages: Record<string, object>;
  snapshots: Record<string, Snapshot>;
}

/** Kinds of dependencies in a `package.json`. */
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
type Manifest = { [Kind in (typeof KINDS)[number]]?: Record<string, string> };

/**
 * Returns the text of the new repository's `pnpm-lock.yaml`.
 * @param product the text of the workspace's lock file
 * @param manifest of the new repository
 * @param tarballs path of each shared package's tarball in the new repository, by its name
 * @param folder of the new repository
 */
export async function createLockFile(
  product: string,
  manifest: Manifest,
  tarballs: Record<string, string>,
  folder: string,
): Promise<string> {
  const lock: Lock = parse(product);
  const installed = versionsOf(lock);
  for (const [name, path] of Object.entries(tarballs)) {
    const own = lock.importers[name.replace('@', '')] ?? {};
    const version = `file:${path}`;
    const bytes = await readFile(`${folder}/${path}`);
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    lock.packages[`${name}@${version}`] = {
      resolution: { integrity, tarball: version },
      version: '0.1.0',
      hasBin: true,
    };
    const dependencies = Object.keys(own.dependencies ?? {}).map((dependency) => [
      dependency,
      tarballs[dependency] ? `file:${tarballs[dependency]}` : own.dependencies?.[dependency]?.version,
    ]);
    lock.snapshots[`${name}@${version}`] = { dependencies: Object.fromEntries(dependencies) };
  }
  const importer: Importer = {};
  for (const kind of KINDS) {
    const wanted = Object.entries(manifest[kind] ?? {});
    importer[kind] = Object.fromEntries(
      wanted.map(([name, specifier]) => {
        const version = tarballs[name] ? specifier : installed.get(name);
        if (!version) throw new Error(`the product's lock file has no ${name}`);
        return [name, { specifier, version }];
      }),
    );
  }
  const overrides = Object.fromEntries(
    Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]),
  );
  return stringify({
    lockfileVersion: lock.lockfileVersion,
    settings: lock.settings,
    overrides,
    importers: { '.': importer },
    ...reachablePackages(lock, importer),
  });
}

/** Returns the version of every direct dependency in the workspace, with its peers' suffix. */
function versionsOf({ importers }: Lock): Map<string, string> {
  const all = Object.values(importers).flatMap((importer) =>
    KINDS.flatMap((kind) => Object.entries(importer[kind] ?? {})),
  );
  return new Map(all.map(([name, { version }]) => [name, version]));
}

/** Returns the direct and transitive dependencies of an importer. */
function reachablePackages(lock: Lock, importer: Importer) {
  const snapshots: Lock['snapshots'] = {};
  const packages: Lock['packages'] = {};
  const visit = (name: string, version: string): void => {
    const key = lock.snapshots[version] ? version : `${name}@${version}`;
    const snapshot = lock.snapshots[key];
    if (!snapshot || snapshots[key]) return;
    snapshots[key] = snapshot;
    const id = key.replace(/\(.*$/, '');
    if (lock.packages[id]) packages[id] = lock.packages[id];
    const next = { ...snapshot.dependencies, ...snapshot.optionalDependencies };
    for (const [dependency, wanted] of Object.entries(next)) visit(dependency, wanted);
  };
  for (const kind of KINDS)
    for (const [name, { version }] of Object.entries(importer[kind] ?? {})) visit(name, version);
  const sorted = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { packages: sorted(packages), snapshots: sorted(snapshots) };
}
