import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isReserved } from '@shared/contract';
import { brandSlugs } from '@shared/registry/brand-file';
import { readRemote, selfDescription } from '../build/build-remote.ts';
import { assertRemoteName, ROOT, remoteNames } from '../workspace.ts';

/** Keeps tools from treating the template's files as source. */
const SUFFIX = '.template';

/**
 * Writes a new remote with one screen at `segment` from `template/`.
 * @param folder of the new remote, such as `remotes/{name}`
 */
export async function createRemote(name: string, segment: string, folder: string): Promise<void> {
  assertRemoteName(name);
  if (!segment) throw new Error(`Give its path as well, such as: pnpm remote create ${name} ${name}`);
  if (!/^[\w-]+$/.test(segment))
    throw new Error(`'${segment}' is not a valid path: use letters, digits and dashes`);
  if (isReserved(segment, new Map())) throw new Error(`'${segment}' is a path of the shell or of the server`);
  if ((await brandSlugs()).includes(segment)) throw new Error(`'${segment}' is a brand's path`);
  // The same remote may move to another repository.
  const others = remoteNames().filter((one) => one !== name);
  for (const remote of await Promise.all(others.map((one) => readRemote(`${ROOT}remotes/${one}`, one))))
    if (selfDescription(remote).screens.some((screen) => screen.segment === segment))
      throw new Error(`'${segment}' is a path of ${remote.name}`);
  if (existsSync(folder)) throw new Error(`${folder} already exists`);
  await fillTemplate('template', folder, { name, segment });
}

/** Copies a folder of this package, and replaces `{{key}}` in its files by the value of `key`. */
export async function fillTemplate(
  template: string,
  folder: string,
  values: Record<string, string>,
): Promise<void> {
  await cp(fileURLToPath(new URL(`../../${template}`, import.meta.url)), folder, { recursive: true });
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith(SUFFIX)) continue;
    const path = `${folder}/${file}`;
    const text = await readFile(path, 'utf8');
    const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (mark, key: string) => values[key] ?? mark);
    await writeFile(path.slice(0, -SUFFIX.length), filled);
    await rm(path);
  }
}
