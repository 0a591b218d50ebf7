/** Names that the build writes into a remote and the shell's loader reads. */

/** Replaced by a version's hash at the end of its build; as long as the hash. */
export const HASH_PLACEHOLDER = '__HASH__';

/** The module that the shell loads: `src/remote.ts`. */
export const EXPOSED_MODULE = 'remote';

/** File in the remote's folder with the screens that other hosts mount. */
export const mountFile = (hash: string) => `standalone/mount-${hash}.js`;

/** The types of all that a version with mountable screens exposes: a folder in the remote's. */
export const mountTypes = (hash: string) => `standalone/types-${hash}`;

/** Global variable that this file sets. */
export const mountName = (remote: string) => `mount_${remote.replaceAll('-', '_')}`;

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
