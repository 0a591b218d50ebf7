import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { type Problem, parseYaml, UnreadableFile } from '../platform/yaml-file.ts';
import { checkReferences } from './check-references.ts';
import { NetworkFile } from './network-file.ts';

const PICTURES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** A valid network file with its pictures. */
export interface Network extends NetworkFile {
  /** Pictures as `data:` URLs, by the names that the file gives them. */
  pictures: ReadonlyMap<string, string>;
}

interface ReadNetwork {
  network: Network;
  /** Formats a problem with its position in the file. */
  describe: (problem: Problem) => string;
}

/** @throws `UnreadableFile` */
export async function readNetwork(path: string): Promise<ReadNetwork> {
  const { file, describe } = parseNetwork(await readFile(path, 'utf8'), path);
  const pictures = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [key, site] of Object.entries(file.sites))
    for (const kind of ['logo', 'background'] as const) {
      const name = site[kind];
      if (name === undefined || pictures.has(name)) continue;
      const picture = await readPicture(join(dirname(path), name));
      if (picture.startsWith('data:')) pictures.set(name, picture);
      else problems.push({ path: ['sites', key, kind], message: picture });
    }
  if (problems.length > 0) throw new UnreadableFile(problems.map(describe).join('\n'));
  return { network: { ...file, pictures }, describe };
}

/** Returns a `data:` URL, or the reason why there is none. */
async function readPicture(path: string): Promise<string> {
  const type = PICTURES[extname(path).toLowerCase()];
  if (!type) return `must be a file that ends with ${Object.keys(PICTURES).join(', ')}`;
  const content = await readFile(path).catch(() => undefined);
  return content ? `data:${type};base64,${content.toString('base64')}` : `there is no file ${path}`;
}

/**
 * Parses the text of a network file.
 * @param name of the file, for messages
 * @throws `UnreadableFile`
 */
export function parseNetwork(text: string, name: string) {
  const { data: file, describe } = parseYaml(text, name, NetworkFile);
  const problems = checkReferences(file);
  if (problems.length > 0) throw new UnreadableFile(problems.map(describe).join('\n'));
  return { file, describe };
}
