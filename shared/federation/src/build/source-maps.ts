/**
 * Source maps are kept out of the web app, because they contain the sources. A script's map has the
 * script's path in the web app, with `.map`.
 */
import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { IN_WORKSPACE, ROOT } from '../workspace.ts';

/** Returns the folder of the maps: `SOURCE_MAPS`, else `.cache/maps`. */
export const mapsFolder = (): string =>
  process.env.SOURCE_MAPS ?? (IN_WORKSPACE ? `${ROOT}.cache/maps` : resolve('.cache/maps'));

/**
 * Moves the maps out of a built folder, if it exists: a remote may have no standalone page.
 * @param path of that folder in the web app, such as `remotes/{name}/{version}`; empty for the web app
 */
export async function moveSourceMaps(built: string, path = ''): Promise<void> {
  if (!existsSync(built)) return;
  const files = (await readdir(built, { recursive: true })).filter((file) => file.endsWith('.js.map'));
  for (const file of files) {
    // Not renamed, because `.cache` may be on another volume than the built folder.
    await cp(`${built}/${file}`, `${mapsFolder()}/${path}/${file}`);
    await rm(`${built}/${file}`);
  }
}
