/**
 * Patterns of the addresses of built files. Not part of the package's index: the first script needs
 * none of them. File servers use them as well (`.docs/hosting`), so they contain only what nginx and
 * Caddy support.
 */
import { BUILD_FOLDER } from '@shared/contract/url-layout';

/** Paths of the server that aren't files. */
export const SERVER_PATH = /^\/(v1|ocpp|sandbox)(\/|$)/;

/** Folder of the built files of a remote's standalone page, below the remote's folder. */
export const STANDALONE_BUILD_FOLDER = 'standalone/static/';

/** The hash in a built file's name, with the extension. */
export const HASH_IN_NAME = /\.[0-9a-f]{8,}(\.\w+)$/;

/** A remote's folder. Paths in it that aren't files are the remote's standalone page. */
export const REMOTE_FOLDER = /^(\/remotes\/[a-z][a-z0-9-]*)(\/|$)/;

/** Folder of a remote's version. Its files never change. */
export const VERSION_FOLDER = /^(\/remotes\/[a-z][a-z0-9-]*\/)\d+\.\d+\.\d+-[0-9a-f]{2,8}\//;

const REMOTE_FILE = /^\/remotes\/([a-z][a-z0-9-]*)\/(\d+\.\d+\.\d+-[0-9a-f]{2,8})\/(.+)$/;

/** Returns the version of a remote that a path's file belongs to, and the file's path in it. */
export function remoteFileAt(pathname: string): { name: string; version: string; file: string } | undefined {
  const [, name, version, file] = REMOTE_FILE.exec(pathname) ?? [];
  return name && version && file ? { name, version, file } : undefined;
}

/**
 * Returns a built file's path in its build folder: the shell's, a remote version's or a standalone
 * page's.
 */
export function builtFileAt(pathname: string): string | undefined {
  const folder = REMOTE_FOLDER.exec(pathname)?.[0];
  const build = folder === undefined ? BUILD_FOLDER : folder + STANDALONE_BUILD_FOLDER;
  return pathname.startsWith(build) ? pathname.slice(build.length) : remoteFileAt(pathname)?.file;
}
