import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * By what a file is vouched for, everywhere alike: a browser that was told to load a file ahead takes it up only for the
 * same. Hashes can't be compressed, and a page carries one for each of its files: the shortest that browsers know.
 */
export const INTEGRITY = 'sha256';

/** A file's subresource integrity, `sha256-…`. */
export async function integrityOf(file: string): Promise<string> {
  return `${INTEGRITY}-${createHash(INTEGRITY)
    .update(await readFile(file))
    .digest('base64')}`;
}
