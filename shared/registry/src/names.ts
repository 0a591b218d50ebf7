/** Names that the build writes into a remote and the shell's loader reads. */

/** Replaced by a version's hash at the end of its build; as long as the hash. */
export const HASH_PLACEHOLDER = '__HASH__';

/** The only module that a remote exposes: `src/remote.ts`. */
export const EXPOSED_MODULE = 'remote';

/** Version and hash of a remote that a development server serves. */
export const DEVELOPMENT_HASH = 'dev';

/**
 * Returns the name of a version's federation container, which is also its global variable. It is
 * unique, so that two versions of a remote in one page never share a chunk list.
 */
export function containerName(remote: string, hash: string): string {
  return `${remote.replaceAll('-', '_')}_${hash}`;
}

/** `0.1.0-1a2b3c4d` → `1a2b3c4d`. */
export function versionHash(version: string): string {
  return version.slice(version.lastIndexOf('-') + 1);
}
