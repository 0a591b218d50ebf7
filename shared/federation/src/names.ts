/** Names that the build writes into a remote and the shell's loader reads back. Nothing of the bundler is imported here. */

/** Stands where a version's hash will be, while that version is being built; as long as the hash. */
export const HASH_PLACEHOLDER = '__HASH__';

/** The one module that a remote exposes: its table of contents, `src/remote.ts`. */
export const EXPOSED_MODULE = 'remote';

/** Where a remote's development server answers, and what its version is called there. */
export const DEVELOPMENT_HASH = 'dev';

/**
 * Name of a version's federation container and of its global. It differs by version, so that two versions of one remote
 * never share a chunk list in the page in which one replaces the other.
 */
export function containerName(remote: string, hash: string): string {
  return `${remote.replaceAll('-', '_')}_${hash}`;
}

/** `0.1.0-1a2b3c4d` → `1a2b3c4d`. */
export function versionHash(version: string): string {
  return version.slice(version.lastIndexOf('-') + 1);
}
