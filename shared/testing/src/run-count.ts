/**
 * Returns the number of runs of a random test: `usual`, or `long` with `LONG_RUNS=1`, which
 * `pnpm test --long` sets. The variable `{name}_RUNS` overrides both.
 */
export function runCount(name: string, usual: number, long: number): number {
  const { [`${name}_RUNS`]: chosen, LONG_RUNS } = process.env;
  return Number(chosen ?? (LONG_RUNS === '1' ? long : usual));
}
