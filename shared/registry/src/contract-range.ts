/**
 * Which shells may run a version of a remote: one rule for browsers and commands. Not part of the
 * package's index, which is in the shell's first script.
 */

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** Whether a comparison holds, by operator and the order of the given and the wanted version. */
const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
  '': (order) => order === 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/**
 * Returns whether `version` is in `range`: a version, `^` and one, or comparisons such as
 * `>=1.0.0 <3.0.0||4.1.0`. False if unreadable. Commands write other ranges in this form.
 */
export const isInRange = (version: string, range: string): boolean =>
  range.split('||').some((part) =>
    part
      .trim()
      .split(' ')
      .every((comparison) => fits(version, comparison)),
  );

function fits(version: string, comparison: string): boolean {
  const [, operator = '', text = ''] = /^([\^<>=]*)(.*)$/.exec(comparison) ?? [];
  const wanted = parse(text);
  const given = parse(version);
  if (!wanted || !given) return false;
  const order = given[0] - wanted[0] || given[1] - wanted[1] || given[2] - wanted[2];
  if (operator !== '^') return HOLDS[operator]?.(order) ?? false;
  // Below 1.0.0, a minor version may be incompatible.
  return order >= 0 && given[0] === wanted[0] && (wanted[0] > 0 || given[1] === wanted[1]);
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
