/** Not part of the package's index: the first screen needs none of it. */

const REMOTE_FILE = /^\/remotes\/([a-z][a-z0-9-]*)\/(\d+\.\d+\.\d+-[0-9a-f]{2,8})\/(.+)$/;

/** Returns the version of a remote that a path's file belongs to, and the file's path in it. */
export function remoteFileAt(pathname: string): { name: string; version: string; file: string } | undefined {
  const [, name, version, file] = REMOTE_FILE.exec(pathname) ?? [];
  return name && version && file ? { name, version, file } : undefined;
}
