/**
 * Which shells may run a version of a remote: one rule for browsers and commands. Not part of the
 * package's index, which is in the shell's first script.
 */

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** Returns whether `version` is in `range`: a version, or `^` and one; false if unreadable. */
export function isInRange(version: string, range: string): boolean {
  const wanted = parse(range.replace(/^\^/, ''));
  const given = parse(version);
  if (!wanted || !given) return false;
  if (!range.startsWith('^')) return compare(given, wanted) === 0;
  // Below 1.0.0, a minor version may be incompatible.
  const sameFamily = given[0] === wanted[0] && (wanted[0] > 0 || given[1] === wanted[1]);
  return sameFamily && compare(given, wanted) >= 0;
}

/**
 * Returns the range that a build for contract `version` writes: all shells of the same major
 * version. Older shells may lack exports, so publishing compares the exports that the remote
 * uses.
 */
export const rangeOf = (version: string): string => `^${version.split('.')[0]}.0.0`;

type Numbers = [number, number, number];

function parse(version: string): Numbers | undefined {
  const match = VERSION.exec(version);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

function compare(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
