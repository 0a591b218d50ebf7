/** For tools and the backend, which have the folder of the built web app. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ScreenTable } from '@shared/contract/segments';
import { versionsOf } from './changes.ts';
import { RegistryList, readEntries, screenTableOf } from './registry.ts';

/**
 * Returns the screens in the registry of a built web app, including candidates and previous
 * versions: no brand may have their paths. Empty if there is no registry.
 * @throws if the registry isn't readable
 */
export async function readScreenTable(webApp: string): Promise<ScreenTable> {
  const file = await readRegistryFile(webApp);
  if (file === undefined) return new Map();
  return screenTableOfVersions(RegistryList.parse(file));
}

/** Returns the screens of a registry, including those of candidates and previous versions. */
export function screenTableOfVersions(list: RegistryList): ScreenTable {
  const { remotes, refused, brands } = readEntries(list, []);
  const versions = remotes.flatMap((entry) => versionsOf(entry).map((live) => ({ ...entry, live })));
  return screenTableOf({ remotes: versions, refused, brands });
}

/**
 * Returns the JSON of a built web app's registry, undefined if there is no file. Skips a byte-order
 * mark, as browsers do: some editors write one.
 * @throws if the file isn't JSON
 */
export async function readRegistryFile(webApp: string): Promise<unknown> {
  const file = `${webApp}/remotes.json`;
  if (!existsSync(file)) return undefined;
  return JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
}
