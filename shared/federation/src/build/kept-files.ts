/** Files of replaced builds stay in the web app for a while: open tabs still request them. */
import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { createToolsFolder, toolsFolder } from '@shared/registry/history';
import { readJson, replaceJson } from '@shared/registry/replace-file';
import { builtVersions } from '../registry/list.ts';

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
  const inFolder = async (folder: string) =>
    existsSync(`${dist}/${folder}`)
      ? readdir(`${dist}/${folder}`, { recursive: folder === 'static', withFileTypes: true })
      : [];
  const files = (await inFolder('static')).filter((entry) => entry.isFile());
  const remotes = (await inFolder('remotes')).filter((entry) => entry.isDirectory());
  const versions = remotes.map(async ({ name }) =>
    (await builtVersions(dist, name)).map((version) => `remotes/${name}/${version}`),
  );
  const paths = files.map(({ parentPath, name }) => `${parentPath}/${name}`.slice(dist.length + 1));
  return [...paths, ...(await Promise.all(versions)).flat()];
}
