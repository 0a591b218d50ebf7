import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * Algorithm of all integrity attributes: a browser reuses a preloaded file only if both have the
 * same hash. Hashes don't compress, so this is the shortest one that browsers support.
 */
export const INTEGRITY = 'sha256';

/** Algorithm for the server bundles, which no browser loads. */
export const SERVER_INTEGRITY = 'sha384';

/** Returns a file's subresource integrity, `sha256-…`. */
export const integrityOf = async (file: string, algorithm?: string): Promise<string> =>
  integrityOfBytes(await readFile(file), algorithm);

export const integrityOfBytes = (bytes: Uint8Array, algorithm: string = INTEGRITY): string =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;
