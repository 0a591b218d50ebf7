/** Adds a built version to a web app. Never changes a file that a page may be using. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { mountFile, versionHash } from '@shared/registry/names';
import { renameOver } from '@shared/registry/replace-file';

/** The build's file with the screens that other hosts mount, before its version is known. */
export const MOUNT_BUILD = mountFile('new');

/** Ending of files and folders that are still being written; `prune` removes abandoned ones. */
export const UNFINISHED = '.new';

/**
 * Adds a version's files and its standalone page. An existing version is left as it is.
 * @param work folder with the version's `container`, and `standalone` if it has such a page
 */
export async function putInPlace(name: string, version: string, work: string, dist: string): Promise<void> {
  const target = `${dist}/remotes/${name}`;
  const standalone = `${work}/standalone`;
  if (existsSync(standalone)) {
    await rename(`${standalone}/index.html`, `${standalone}/standalone/${version}.html`);
    await rename(`${standalone}/${MOUNT_BUILD}`, `${standalone}/${mountFile(versionHash(version))}`);
    await addFiles(standalone, target);
  }
  if (existsSync(`${target}/${version}`)) return;
  // Copy under another name, then rename, so that a reader never finds half a version.
  const fresh = unfinished(`${target}/${version}`);
  await cp(`${work}/container`, fresh, { recursive: true });
  try {
    await renameOver(fresh, `${target}/${version}`);
  } catch (error) {
    await rm(fresh, { recursive: true });
    // Another process has built the same version: it has the same bytes.
    if (!existsSync(`${target}/${version}`)) throw error;
  }
}

export const unfinished = (path: string) => `${path}.${randomUUID().slice(0, 8)}${UNFINISHED}`;

/** Copies the files that are missing or different in `target`, each under another name first. */
async function addFiles(source: string, target: string): Promise<void> {
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = `${entry.parentPath}/${entry.name}`;
    const to = `${target}/${relative(source, from)}`;
    if (await isSame(from, to)) continue;
    await mkdir(dirname(to), { recursive: true });
    const fresh = unfinished(to);
    await copyFile(from, fresh);
    await renameOver(fresh, to);
  }
}

export async function isSame(one: string, other: string): Promise<boolean> {
  return existsSync(other) && (await readFile(one)).equals(await readFile(other));
}
