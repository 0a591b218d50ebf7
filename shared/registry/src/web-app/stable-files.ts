/** Files of a remote's folder that aren't a version's: their content changes with the live version. */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { mountFile, mountTypes, versionHash } from '../names.ts';
import { isForeign, type RemoteVersion } from '../registry.ts';
import { MF_MANIFEST, MF_TYPES, mfManifest } from './mf-manifest.ts';
import { codeOf, replaceFile, replaceJson } from './replace-file.ts';

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
  const types = [mountTypes(versionHash(version)), version]
    .map((folder) => `${folder}/`)
    .find((folder) => existsSync(`${target}/${folder}${MF_TYPES.zip}`));
  const manifest = mfManifest(name, live, { folder: `${version}/`, isMountable, types });
  await replaceJson(`${target}/${MF_MANIFEST}`, manifest);
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
