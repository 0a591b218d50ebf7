/** The 97.5 % quantile of the normal distribution: the interval has a confidence of 95 %. */
const Z = 1.96;

/**
 * Returns the Wilson score interval of a success rate, from 0 to 1, which is wide after few
 * trials (Wilson 1927; https://doi.org/10.1080/01621459.1927.10502953).
 */
export function wilsonInterval(succeeded: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const rate = succeeded / trials;
  const scale = 1 + Z ** 2 / trials;
  const middle = rate + Z ** 2 / (2 * trials);
  const half = Z * Math.sqrt((rate * (1 - rate)) / trials + Z ** 2 / (4 * trials ** 2));
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}
