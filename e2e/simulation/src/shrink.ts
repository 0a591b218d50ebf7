/** Finds a shorter run that fails as a given one does. */
import type { Options, Result } from './run.ts';

const HOUR_MS = 3_600_000;
/** In hours: a shorter run isn't easier to read. */
const LEAST_HOURS = 0.02;

/**
 * Ends earlier, then drops faults, as long as the seed still breaks the same rule. A short run takes less time.
 * Returns the shortest run and its result.
 */
export async function shrink(
  options: Options,
  first: Result,
  run: (options: Options) => Promise<Result>,
): Promise<[Options, Result]> {
  let shortest = first;
  async function fails(tried: Options): Promise<boolean> {
    const result = await run(tried);
    if (ruleOf(result.problem) !== ruleOf(first.problem)) return false;
    shortest = result;
    return true;
  }
  let { until = first.scheduledHours } = options;
  for (const share of [0.5, 0.8])
    for (;;) {
      // A number that the printed command repeats exactly.
      const earlier = Number((until * share).toPrecision(3));
      if (earlier < LEAST_HOURS || !(await fails({ ...options, until: earlier }))) break;
      until = earlier;
    }
  // Later faults aren't injected.
  const injected = first.faults.filter(({ at }) => at < until * HOUR_MS);
  let kept = [...(options.faults ?? injected.map(({ index }) => index))];
  for (let size = kept.length; size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < kept.length; ) {
      const fewer = kept.toSpliced(at, size);
      if (await fails({ ...options, until, faults: new Set(fewer) })) kept = fewer;
      else at += size;
    }
  return [{ ...options, until, faults: new Set(kept) }, shortest];
}

/** Returns the broken rule, without the rows that break it. */
const ruleOf = (problem = '') => problem.split(', but')[0];
