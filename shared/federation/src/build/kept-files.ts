/** Files of replaced builds stay in the web app for a while: open tabs still request them. */
import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { createToolsFolder, toolsFolder } from '@shared/registry/history';
import { readJson, replaceJson } from '@shared/registry/replace-file';
import { versionFolders } from '../registry/list.ts';

const DAYS = 7;
const DAY_MS = 86_400_000;

/** When each kept file or folder was replaced, in ms since 1970. */
type Kept = Record<string, number>;

const listOf = (dist: string) => `${toolsFolder(dist)}/kept.json`;

/** Returns the files and folders in a web app that its last build didn't contain. */
export const readKept = async (dist: string): Promise<Kept> => (await readJson(listOf(dist))) ?? {};

/**
 * Copies the scripts, styles and versions of a web app that its successor lacks, if they were
 * replaced within the last 7 days.
 */
export async function keepReplacedFiles(from: string, to: string, now = Date.now()): Promise<void> {
  const before = await readKept(from);
  const kept: Kept = {};
  for (const path of await replaceable(from)) {
    const replacedAt = before[path] ?? now;
    if (existsSync(`${to}/${path}`) || now - replacedAt > DAYS * DAY_MS) continue;
    await cp(`${from}/${path}`, `${to}/${path}`, { recursive: true, preserveTimestamps: true });
    kept[path] = replacedAt;
  }
  await createToolsFolder(to);
  await replaceJson(listOf(to), kept);
}

/** Returns the files with a hash in their name, and the folders of versions. */
async function replaceable(dist: string): Promise<string[]> {
  const entries = existsSync(`${dist}/static`)
    ? await readdir(`${dist}/static`, { recursive: true, withFileTypes: true })
    : [];
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(dist.length + 1));
  return [...paths, ...versionFolders(dist)];
}
