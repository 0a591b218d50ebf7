import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * By what a file is vouched for, everywhere alike: a browser that was told to load a file ahead takes it up only for the
 * same. Hashes can't be compressed, and a page carries one for each of its files: the shortest that browsers know.
 */
export const INTEGRITY = 'sha256';

/** Returns a file's subresource integrity, `sha256-…`. */
export const integrityOf = async (file: string): Promise<string> => integrityOfBytes(await readFile(file));

export const integrityOfBytes = (bytes: Uint8Array): string =>
  `${INTEGRITY}-${createHash(INTEGRITY).update(bytes).digest('base64')}`;
