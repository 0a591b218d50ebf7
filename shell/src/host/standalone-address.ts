/**
 * Addresses below a standalone page, for file servers that return the shell's page for every unknown
 * path: the shell opens the standalone page, with the rest of the address in its query.
 */

const PATH = 'path';

/** Returns the address that opens the standalone page of a path below it; undefined for other paths. */
export function standaloneAddress({ pathname, search, hash }: Location): string | undefined {
  const [, page, path] = /^(\/remotes\/[^/]+\/)(.+)/.exec(pathname) ?? [];
  return page && `${page}?${PATH}=${encodeURIComponent(path + search)}${hash}`;
}

/** Returns the path and query below the page that its address has been opened with, if any. */
export const requestedBelow = (search: string): string | null => new URLSearchParams(search).get(PATH);
