/**
 * Adds the files of a built version to a web app. Never changes a file that a page may be using.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { isForeign, type RemoteVersion } from '@shared/registry';
import { mountFile, versionHash } from '@shared/registry/names';
import { codeOf, renameOver, replaceFile, replaceJson } from '../files/replace-file.ts';
import { MF_MANIFEST, mfManifest } from './mf-manifest.ts';

/** File in each version's folder that holds its registry record. */
export const MANIFEST = 'manifest.json';

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

async function isSame(one: string, other: string): Promise<boolean> {
  return existsSync(other) && (await readFile(one)).equals(await readFile(other));
}

/**
 * Publishes the live version at the stable path `/remotes/{name}/`: its manifest of Module Federation
 * and its page. Keeps an existing `config.json`, which the operator edits. A remote of another
 * repository has no such page, one of another origin or of other tools has no files.
 */
export async function publishStableFiles(name: string, live: RemoteVersion, dist: string): Promise<void> {
  const { version } = live;
  const target = `${dist}/remotes/${name}`;
  if (isForeign(live) || !existsSync(`${target}/${version}`)) return;
  const isMountable = existsSync(`${target}/${mountFile(versionHash(version))}`);
  await replaceJson(`${target}/${MF_MANIFEST}`, mfManifest(name, live, isMountable, `${version}/`));
  if (!existsSync(`${target}/standalone/${version}.html`)) return;
  await writeFile(`${target}/config.json`, '{}\n', { flag: 'wx' }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  await replaceFile(`${target}/index.html`, await readFile(`${target}/standalone/${version}.html`, 'utf8'));
}

/** Removes what `publishStableFiles` wrote. Returns whether there was something to remove. */
export async function removeStableFiles(name: string, dist: string): Promise<boolean> {
  const files = ['index.html', MF_MANIFEST].map((file) => `${dist}/remotes/${name}/${file}`);
  const found = files.filter(existsSync);
  for (const file of found) await rm(file, { force: true });
  return found.length > 0;
}
