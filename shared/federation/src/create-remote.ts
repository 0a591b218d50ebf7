import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { REMOTE_SEGMENTS } from '@shared/contract';

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url));
/** Keeps tools from treating the template's files as source. */
const SUFFIX = '.template';

/**
 * Writes a new remote with one screen at `segment` from `template/`.
 * @param folder of the new remote, such as `remotes/{name}`
 */
export async function createRemote(name: string, segment: string, folder: string): Promise<void> {
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new Error(`'${name}' is not a valid name: use lower case, digits and dashes`);
  if (!segment) throw new Error(`Give its path as well, such as: pnpm remote create ${name} ${name}`);
  if (!REMOTE_SEGMENTS.some((known) => known === segment)) {
    throw new Error(
      `'${segment}' is not a path of a remote yet: add it to REMOTE_SCREENS in shared/contract/src/segments.ts`,
    );
  }
  if (existsSync(folder)) throw new Error(`${folder} already exists`);
  await cp(TEMPLATE, folder, { recursive: true });
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith(SUFFIX)) continue;
    const path = `${folder}/${file}`;
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll('{{name}}', name).replaceAll('{{segment}}', segment));
    await rename(path, path.slice(0, -SUFFIX.length));
  }
}
