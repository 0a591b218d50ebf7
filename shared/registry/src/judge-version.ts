/**
 * Decides whether a version of a remote fails more often than the version before it. Not part of
 * the package's index: no page needs it.
 */

/** What browsers reported about one version. */
export interface VersionCounts {
  /** Screens that were opened or should have been. */
  opened: number;
  /** Of these, the screens that didn't load, or threw while rendering. */
  failed: number;
}

/**
 * Small, because a version is judged repeatedly while its counts grow: a version that fails as
 * rarely as its predecessor is withdrawn in less than 1 % of releases.
 */
const SIGNIFICANCE = 0.0001;
/** Minimum difference of the failure rates. */
const MIN_DIFFERENCE = 0.01;
/** Minimum sample of either version. */
export const MIN_OPENED = 20;
/** Minimum failures: more than the server counts of one address block (`REMOTE_FAILURES_PER_NETWORK`). */
export const MIN_FAILED = 5;

/**
 * Returns whether the version's failure rate is significantly above its predecessor's: one-sided
 * Fisher's exact test, p < 0.0001, and at least one percentage point.
 */
export function isWorse(version: VersionCounts, predecessor: VersionCounts): boolean {
  if (version.failed < MIN_FAILED) return false;
  if (version.opened < MIN_OPENED || predecessor.opened < MIN_OPENED) return false;
  if (failureRate(version) - failureRate(predecessor) < MIN_DIFFERENCE) return false;
  return fisherExact(version, predecessor) < SIGNIFICANCE;
}

/** Caps the failed screens at the opened ones, because reports may be wrong. */
export const failureRate = ({ opened, failed }: VersionCounts) =>
  opened > 0 ? Math.min(1, failed / opened) : 0;

/**
 * Returns the probability of at least as many failures of the version if both had the same failure
 * rate (Fisher 1922, https://doi.org/10.2307/2340521).
 */
export function fisherExact(version: VersionCounts, predecessor: VersionCounts): number {
  const [n, m] = [version.opened, predecessor.opened];
  const failed = Math.min(version.failed, n);
  const totalFailed = failed + Math.min(predecessor.failed, m);
  // Hypergeometric: the first term by logarithms, the others by their ratio to the one before.
  let term = Math.exp(
    logChoose(n, failed) + logChoose(m, totalFailed - failed) - logChoose(n + m, totalFailed),
  );
  let sum = term;
  for (let k = failed; k < Math.min(n, totalFailed); k++) {
    term *= ((n - k) * (totalFailed - k)) / ((k + 1) * (m - totalFailed + k + 1));
    sum += term;
  }
  return Math.min(1, sum);
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** Stirling's series, exact to 1e-10 above 20. */
function logFactorial(n: number): number {
  if (n < 20) {
    let product = 1;
    for (let factor = 2; factor <= n; factor++) product *= factor;
    return Math.log(product);
  }
  const series = 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + series;
}
