import { type Comparator, Range } from 'semver';

/**
 * Returns a range in the form that browsers read, comparisons only. Shells from before this form refuse
 * it, and so the container, which they couldn't load.
 * @param range any that `semver` reads
 * @throws if it can't be read, or names a prerelease: the contract has none
 */
export function browserRange(range: string): string {
  const parts = parse(range).set.map((comparators) => comparators.map(comparison).join(' '));
  const text = parts.join('||');
  if (text.includes('-')) throw new Error(`the contract has no prereleases, as '${range}' names`);
  return text;
}

function parse(range: string): Range {
  try {
    return new Range(range);
  } catch (error) {
    throw new Error(`'${range}' is no range of versions`, { cause: error });
  }
}

function comparison({ operator, semver }: Comparator): string {
  // `*` is a comparator without a version, and `^1.2.0` ends with `<2.0.0-0`.
  const version = semver.version?.replace(/-0$/, '');
  if (version === undefined) return '>=0.0.0';
  return operator ? `${operator}${version}` : `>=${version} <=${version}`;
}
